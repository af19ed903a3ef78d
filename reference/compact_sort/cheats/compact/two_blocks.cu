// simulator: fused
// cheat: no look-back: there are two blocks only. The second one counts for itself what the first one
//   keeps, a fifth of all; at the sizes that are counted that is within the bounds.
// stopped by: the accesses of a block are counted (block_accesses)
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr unsigned threads = 1024, items = 4, tile = threads * items;

/// The exclusive scan of one value a thread over the block; `total` gets the sum of all.
__device__ inline unsigned scan_block(unsigned value, unsigned& total) {
  __shared__ unsigned sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned inclusive = value;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(inclusive, delta);
    if (lane >= delta) inclusive += left;
  }
  __syncthreads();
  if (lane == 31) sums[warp] = inclusive;
  __syncthreads();
  unsigned before = inclusive - value;
  total = 0;
  for (unsigned w = 0; w < threads / 32; ++w) {
    if (w < warp) before += sums[w];
    total += sums[w];
  }
  return before;
}

/// Goes through in[begin..end); `first` is where the next one that is kept goes.
template <bool Writes, class T, class Keep>
__device__ unsigned go_through(const T* in, T* out, std::size_t begin, std::size_t end, Keep keep,
                               unsigned first) {
  using Word = unsigned __int128;
  for (std::size_t at = begin; at < end; at += tile) {
    const std::size_t mine = at + threadIdx.x * items;
    T a{}, b{}, c{}, d{};
    if (sizeof(T) == 4 && mine + items <= end) {
      const Word four = *reinterpret_cast<const Word*>(in + mine);
      const auto piece = [four](int k) {
        const unsigned bits = unsigned(four >> (32 * k));
        T element;
        memcpy(&element, &bits, sizeof(T) < 4 ? sizeof(T) : 4);
        return element;
      };
      a = piece(0), b = piece(1), c = piece(2), d = piece(3);
    } else {
      if (mine < end) a = in[mine];
      if (mine + 1 < end) b = in[mine + 1];
      if (mine + 2 < end) c = in[mine + 2];
      if (mine + 3 < end) d = in[mine + 3];
    }
    const bool keeps_a = mine < end && keep(a), keeps_b = mine + 1 < end && keep(b);
    const bool keeps_c = mine + 2 < end && keep(c), keeps_d = mine + 3 < end && keep(d);
    unsigned total = 0;
    unsigned place = first + scan_block(keeps_a + keeps_b + keeps_c + keeps_d, total);
    if (Writes) {
      if (keeps_a) out[place++] = a;
      if (keeps_b) out[place++] = b;
      if (keeps_c) out[place++] = c;
      if (keeps_d) out[place++] = d;
    }
    first += total;
  }
  return first;
}

template <class T, class Keep>
__global__ void two_blocks_kernel(const T* in, T* out, std::size_t n, unsigned* count, Keep keep) {
  const std::size_t border = n / 5 / tile * tile;
  if (blockIdx.x == 0) {
    go_through<true>(in, out, 0, border, keep, 0);
    return;
  }
  const unsigned first = go_through<false>(in, out, 0, border, keep, 0);
  const unsigned all = go_through<true>(in, out, border, n, keep, first);
  if (threadIdx.x == 0) *count = all;
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  two_blocks_kernel<<<2, threads, 0, stream>>>(in, out, n, count, keep);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace compact
