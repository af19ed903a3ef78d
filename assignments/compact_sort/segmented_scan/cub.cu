// What NVIDIA's library does with this exercise, to compare with: CUB's DeviceScan over runs. It has no scan
// by flags, and its scan by key would need keys, which somebody would have to make from the flags first.
// tasks: device_inclusive device_exclusive
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include "kit/cub_call.cuh"
#include "segmented_scan.cuh"

namespace segmented_scan {

using namespace warpgrade::cub_call;

/// A run of neighbours: what they make from the last head on, and whether there is one.
template <class T>
struct LibraryRun {
  T value;
  int has_head;
};
template <class Op>
struct JoinLibraryRuns {
  Op op;
  template <class T>
  __host__ __device__ LibraryRun<T> operator()(const LibraryRun<T>& left, const LibraryRun<T>& right) const {
    return {right.has_head ? right.value : op(left.value, right.value), left.has_head | right.has_head};
  }
};

/// The run of element i. For the exclusive scan the elements lie one place to the right: a head's is the
/// identity, any other's is its left neighbour. The inclusive scan of these is the exclusive one.
template <bool Inclusive, class T>
struct RunOf {
  const T* in;
  const std::uint8_t* heads;
  T identity;
  __device__ LibraryRun<T> operator()(std::size_t i) const {
    const bool head = i == 0 || heads[i] != 0;
    if constexpr (Inclusive) return {in[i], head};
    return {head ? identity : in[i - 1], head};
  }
};
struct ValueOf {
  template <class T>
  __host__ __device__ T operator()(const LibraryRun<T>& run) const {
    return run.value;
  }
};

template <bool Inclusive, class T, class Op>
void library_scan(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                  cudaStream_t stream) {
  const auto runs = thrust::make_transform_iterator(thrust::counting_iterator<std::size_t>(0),
                                                    RunOf<Inclusive, T>{in, heads, identity});
  const auto results = thrust::make_transform_output_iterator(out, ValueOf());
  with_narrow_size(n, [&](auto count) {
    with_scratch(stream, [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveScan(scratch, bytes, runs, results, JoinLibraryRuns<Op>{op}, count,
                                            stream);
    });
  });
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  library_scan<true>(in, heads, out, n, identity, op, stream);
}

template <class T, class Op>
void device_exclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  library_scan<false>(in, heads, out, n, identity, op, stream);
}

}  // namespace segmented_scan
