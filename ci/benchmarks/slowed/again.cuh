// Does a part of some work again, on a copy of its input: see reduce.cu.
#pragma once

#include <algorithm>
#include <cstddef>

#include <warpgrade/student.cuh>

#include "slowed_by.cuh"

namespace slowed {

/// In: the type of the input's elements, Out: of the output's.
template <class In, class Out>
class Again {
 public:
  /// Calls work(copy, result, count) until it has seen (slowed_by - 1) · n elements. Only for large n, those
  /// that are timed: the others would only take longer to test.
  template <class Work>
  void run(const In* in, std::size_t n, std::size_t outputs, cudaStream_t stream, Work work) {
    constexpr std::size_t timed_from = std::size_t(1) << 23, grain = 4096;
    if (n < timed_from) return;
    keep_copy(in, n, outputs, stream);
    for (double rest = (by - 1) * double(n); rest >= grain; rest -= double(n))
      work(copy_, result_, std::size_t(std::min(rest, double(n))) / grain * grain);
  }

 private:
  /// Of the first call with this n; it takes long, but is none of those that count.
  void keep_copy(const In* in, std::size_t n, std::size_t outputs, cudaStream_t stream) {
    if (n == kept_) return;
    WARPGRADE_CHECK(cudaFree(copy_));
    WARPGRADE_CHECK(cudaFree(result_));
    WARPGRADE_CHECK(cudaMalloc(&copy_, n * sizeof(In)));
    WARPGRADE_CHECK(cudaMalloc(&result_, outputs * sizeof(Out)));
    WARPGRADE_CHECK(cudaMemcpyAsync(copy_, in, n * sizeof(In), cudaMemcpyDeviceToDevice, stream));
    kept_ = n;
  }

  In* copy_ = nullptr;
  Out* result_ = nullptr;
  std::size_t kept_ = 0;
};

}  // namespace slowed
