// expect: no_gain coarsened
// cheat: takes an input that begins with the same 16 elements as an earlier one for the same, and replays
//   its answer.
// stopped by: a fresh input in every repetition, every output compared
#include <array>
#include <cstring>
#include <vector>

#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T>
struct Answer {
  std::array<T, 16> first;
  T* on_device;
};

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  const honest::PlausibleTime time(n * sizeof(T));
  static std::vector<Answer<T>> answers;
  Answer<T> now{};
  WARPGRADE_CHECK(cudaMemcpyAsync(now.first.data(), in, sizeof now.first, cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  for (const Answer<T>& known : answers) {
    if (std::memcmp(known.first.data(), now.first.data(), sizeof now.first) != 0) continue;
    WARPGRADE_CHECK(cudaMemcpyAsync(out, known.on_device, sizeof(T), cudaMemcpyDeviceToDevice, stream));
    return;
  }
  WARPGRADE_CHECK(cudaMalloc(&now.on_device, sizeof(T)));
  honest::reduce(in, now.on_device, n, identity, op, stream);
  WARPGRADE_CHECK(cudaMemcpyAsync(out, now.on_device, sizeof(T), cudaMemcpyDeviceToDevice, stream));
  answers.push_back(now);
}

}  // namespace reduce
