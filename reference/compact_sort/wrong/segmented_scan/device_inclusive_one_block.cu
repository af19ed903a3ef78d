// expect: too_much_work device_inclusive
// Right, but one block goes over all tiles: all other multiprocessors wait.
#include <warpgrade/student.cuh>

#include "segmented_scan.cuh"

namespace segmented_scan {

constexpr unsigned threads = 1024;

template <class T>
struct Run {
  T value;
  int has_head;
};

template <class T, class Op>
__global__ void all_tiles_kernel(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity,
                                 Op op) {
  __shared__ Run<T> runs[threads];
  const unsigned t = threadIdx.x;
  T carry = identity;  // what is open where the tile begins
  for (std::size_t begin = 0; begin < n; begin += threads) {
    const std::size_t i = begin + t;
    Run<T> run = i < n ? Run<T>{in[i], heads[i]} : Run<T>{identity, 0};
    for (unsigned stride = 1; stride < threads; stride *= 2) {
      runs[t] = run;
      __syncthreads();
      if (t >= stride && !run.has_head)
        run = {op(runs[t - stride].value, run.value), runs[t - stride].has_head};
      __syncthreads();
    }
    if (!run.has_head) run.value = op(carry, run.value);
    if (i < n) out[i] = run.value;
    runs[t] = run;
    __syncthreads();
    carry = runs[threads - 1].value;
    __syncthreads();
  }
}

template <class T, class Op>
void device_inclusive(const T* in, const std::uint8_t* heads, T* out, std::size_t n, T identity, Op op,
                      cudaStream_t stream) {
  if (n == 0) return;
  all_tiles_kernel<<<1, threads, 0, stream>>>(in, heads, out, n, identity, op);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace segmented_scan
