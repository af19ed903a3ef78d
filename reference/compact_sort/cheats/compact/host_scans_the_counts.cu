// simulator: flags_scan_scatter
// cheat: of the three launches two are honest. The counts of the blocks are scanned by the host.
// stopped by: what the host reads is counted (host_bytes)
#include "compact.cuh"
#include "on_the_host.cuh"

namespace compact {

/// How many threads of the block before this one keep theirs, and how many in all.
__device__ inline unsigned rank_in_block(bool kept, unsigned& total) {
  __shared__ unsigned warps[8];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned votes = __ballot_sync(~0u, kept);
  if (lane == 0) warps[warp] = __popc(votes);
  __syncthreads();
  unsigned before = __popc(votes & ((1u << lane) - 1));
  total = 0;
  for (unsigned w = 0; w < 8; ++w) {
    if (w < warp) before += warps[w];
    total += warps[w];
  }
  return before;
}

template <class T, class Keep>
__global__ void count_kernel(const T* in, std::size_t n, unsigned* counts, Keep keep) {
  const std::size_t i = std::size_t(blockIdx.x) * 256 + threadIdx.x;
  unsigned total;
  rank_in_block(i < n && keep(in[i]), total);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

template <class T, class Keep>
__global__ void scatter_kernel(const T* in, T* out, std::size_t n, const unsigned* begins, Keep keep) {
  const std::size_t i = std::size_t(blockIdx.x) * 256 + threadIdx.x;
  const bool kept = i < n && keep(in[i]);
  unsigned total;
  const unsigned rank = rank_in_block(kept, total);
  if (kept) out[begins[blockIdx.x] + rank] = in[i];
}

template <class T, class Keep>
void flags_scan_scatter(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const std::size_t blocks = n / 256 + 1;
  unsigned* counts = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&counts, (blocks + 1) * sizeof(unsigned), stream));
  count_kernel<<<unsigned(blocks), 256, 0, stream>>>(in, n, counts, keep);
  WARPGRADE_CHECK_LAUNCH();
  std::vector<unsigned> begins = on_the_host::download(counts, blocks, stream);
  unsigned before = 0;
  for (unsigned& begin : begins) {
    const unsigned here = begin;
    begin = before;
    before += here;
  }
  WARPGRADE_CHECK(
      cudaMemcpyAsync(counts, begins.data(), blocks * sizeof(unsigned), cudaMemcpyHostToDevice, stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(count, &before, sizeof before, cudaMemcpyHostToDevice, stream));
  scatter_kernel<<<unsigned(blocks), 256, 0, stream>>>(in, out, n, counts, keep);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFreeAsync(counts, stream));
}

}  // namespace compact
