#include <cassert>
#include <cstdlib>

#include <warpgrade/cuda_check.cuh>
#include <warpgrade/ops.cuh>

#include "device.cuh"

namespace device {

/// out[i + shift] = in[i] for all i < n.
__global__ void copy_kernel(const int* in, int* out, int n, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i + shift] = in[i];
}
__global__ void spoil_kernel(int* data) { data[0] += 1; }
__global__ void wild_kernel(const int* in, int* out) { out[0] = in[1LL << 40]; }
__global__ void assert_kernel(int n) { assert(n < 0); }
__global__ void endless_kernel(volatile int* out) {
  while (true) out[0] = 1;
}

__global__ void endless_operator_kernel(volatile const int* in, volatile int* out,
                                        warpgrade::Max<int> larger) {
  while (true) out[0] = larger(larger(in[0], in[1]), in[2]);
}

constexpr int threads = 64;
int blocks(int n) { return (n + threads - 1) / threads; }

void copies(const int* in, int* out, int n, cudaStream_t stream) {
  if (n > 0) copy_kernel<<<blocks(n), threads, 0, stream>>>(in, out, n, 0);
}
void does_nothing(const int*, int*, int, cudaStream_t) {}
void writes_past_end(const int* in, int* out, int n, cudaStream_t stream) {
  copies(in, out, n, stream);
  copy_kernel<<<1, threads, 0, stream>>>(in, out, 1, n);  // out[n]
}
void writes_before_begin(const int* in, int* out, int n, cudaStream_t stream) {
  copies(in, out, n, stream);
  copy_kernel<<<1, threads, 0, stream>>>(in, out, 1, -1);  // out[-1]
}
void changes_input(const int* in, int* out, int n, cudaStream_t stream) {
  copies(in, out, n, stream);
  spoil_kernel<<<1, 1, 0, stream>>>(const_cast<int*>(in));
}
void reads_wildly(const int* in, int* out, int, cudaStream_t stream) {
  wild_kernel<<<1, 1, 0, stream>>>(in, out);
}
void launches_too_many_threads(const int* in, int* out, int n, cudaStream_t stream) {
  copy_kernel<<<1, 2048, 0, stream>>>(in, out, n, 0);
}
void checks_its_launch(const int* in, int* out, int n, cudaStream_t stream) {
  copy_kernel<<<1, 2048, 0, stream>>>(in, out, n, 0);
  WARPGRADE_CHECK_LAUNCH();
}
void exits_on_error(const int* in, int* out, int n, cudaStream_t stream) {
  copy_kernel<<<1, 2048, 0, stream>>>(in, out, n, 0);
  if (cudaPeekAtLastError() != cudaSuccess) std::exit(1);
}
void fails_assertion(const int*, int*, int n, cudaStream_t stream) { assert_kernel<<<1, 1, 0, stream>>>(n); }
void frees_input(const int* in, int* out, int n, cudaStream_t stream) {
  copies(in, out, n, stream);
  cudaFree(const_cast<int*>(in));
}
void never_ends(const int*, int* out, int, cudaStream_t stream) { endless_kernel<<<1, 1, 0, stream>>>(out); }
void never_stops_operating(const int* in, int* out, int, cudaStream_t stream) {
  endless_operator_kernel<<<1, 1, 0, stream>>>(in, out, {});
}
template <class Sort>
void sorts_by_given_sort(const std::uint32_t* in, std::uint32_t* out, std::size_t n, Sort sort,
                         cudaStream_t stream) {
  sort(in, out, n, stream);
}

}  // namespace device
