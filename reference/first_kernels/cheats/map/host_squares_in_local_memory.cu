// simulator: write
// cheat: threads leave numbers in their local memory, where the host squares them, with accesses that
//   are not instrumented. One block after another.
// stopped by: device memory is locked while host code runs, local memory included
#include "map.cuh"
#include "unseen.cuh"

namespace map {

constexpr int kThreads = 256;

/// Says where its numbers lie: the same place for each launch, or the host would need to be told more.
__global__ void leave_kernel(unseen::Copy library, const float* in, float** place) {
  __shared__ int barrier_counts;
  float own[unseen::kPiece];
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * unseen::kPiece;
  unseen::write(library, own, unseen::read(library, in + i));
  place[threadIdx.x] = own;
  if (threadIdx.x == 0) barrier_counts = 1;
  __syncthreads();
  if (own[0] != in[i] || barrier_counts == 0) place[threadIdx.x] = nullptr;  // so that it is in memory
}

void square(const float* in, float* out, int n, cudaStream_t stream) {
  constexpr int threads = kThreads / unseen::kPiece;
  float** place = nullptr;
  float* squares = nullptr;
  if (n == 0) return;
  WARPGRADE_CHECK(cudaMallocManaged(&place, threads * sizeof(float*)));
  WARPGRADE_CHECK(cudaMallocManaged(&squares, kThreads * sizeof(float)));
  for (int i = 0; i < n; i += kThreads) {
    leave_kernel<<<1, threads, 0, stream>>>(unseen::copy_of_library(), in + i, place);
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
    for (int t = 0; t < threads; ++t) unseen::square(place[t], squares + t * unseen::kPiece, unseen::kPiece);
    unseen::copy_openly(squares, out + i, kThreads, stream);
    WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  }
  WARPGRADE_CHECK(cudaFree(place));
  WARPGRADE_CHECK(cudaFree(squares));
}

void subtract(const float*, const float*, float*, int, cudaStream_t) {}

}  // namespace map
