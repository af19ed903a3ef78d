// simulator: aggregated
// cheat: A force-inlined member that cuda::atomic_operations calls from a function without instrumentation
//   becomes part of that function: the whole work is done in address_of_value(), by one thread, without any
//   hook.
// stopped by: atomics call nothing of the submission (cuda/atomic)
#include <cuda/atomic>
#include <warpgrade/student.cuh>

#include "histogram.cuh"
namespace histogram {
template <class T, class Bin>
struct Work : cuda::details::atomic_operations<Work<T, Bin>, int, cuda::thread_scope_thread> {
  const T* in;
  std::size_t n;
  unsigned* bins;
  int bin_count;
  Bin bin_of;
  int* dummy;
  mutable bool done;
  __forceinline__ __device__ int* address_of_value() const {
    std::size_t i = 0;
    int b = 0;
    done && ({
      goto end;
      true;
    });  // no `if`, whose condition would be a step
  next:
    i >= n && ({
      goto end;
      true;
    });
    b = bin_of(in[i++]);
    b >= 0 && b < bin_count && ++bins[b];
    goto next;
  end:
    done = true;
    return dummy;
  }
};
template <class T, class Bin>
__global__ void one_thread(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of) {
  int dummy = 0;
  Work<T, Bin> work;
  work.in = in;
  work.n = n;
  work.bins = bins;
  work.bin_count = bin_count;
  work.bin_of = bin_of;
  work.dummy = &dummy;
  work.done = false;
  work.load(cuda::memory_order_relaxed);
}
template <class T, class Bin>
void all(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t stream) {
  cudaMemsetAsync(bins, 0, bin_count * 4, stream);
  one_thread<<<1, 1, 0, stream>>>(in, n, bins, bin_count, bin_of);
}
template <class T, class Bin>
void blocked(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t s) {
  all(in, n, bins, bin_count, bin_of, s);
}
template <class T, class Bin>
void aggregated(const T* in, std::size_t n, unsigned* bins, int bin_count, Bin bin_of, cudaStream_t s) {
  all(in, n, bins, bin_count, bin_of, s);
}
}  // namespace histogram
