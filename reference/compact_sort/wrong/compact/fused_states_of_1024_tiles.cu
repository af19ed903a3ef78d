// expect: out_of_bounds fused
// line: while (at >= 0 && what_of(state = states[at]) == nothing) {
// There is room for the states of 1024 tiles: right up to 2,097,152 elements.
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

constexpr int kThreads = 256, kWarps = kThreads / 32;
inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

constexpr int kRows = 8, kWarpItems = 32 * kRows, kTile = kWarps * kWarpItems;
using State = unsigned long long;
enum Published : unsigned { nothing, own_count, sum_so_far };
__device__ State pack(Published what, unsigned count) { return State(what) << 32 | count; }
__device__ unsigned what_of(State state) { return unsigned(state >> 32); }
__device__ unsigned count_of(State state) { return unsigned(state); }

__device__ unsigned look_back(const volatile State* states, int tile) {
  const int lane = threadIdx.x % 32;
  unsigned before = 0;
  for (int nearest = tile - 1; nearest >= 0; nearest -= 32) {
    const int at = nearest - lane;
    State state = pack(sum_so_far, 0);
    while (at >= 0 && what_of(state = states[at]) == nothing) {
    }
    __syncwarp();
    const unsigned complete = __ballot_sync(0xffffffffu, what_of(state) == sum_so_far);
    const int last = complete ? __ffs(complete) - 1 : 31;
    unsigned mine = lane <= last ? count_of(state) : 0;
    for (int d = 16; d > 0; d /= 2) mine += __shfl_xor_sync(0xffffffffu, mine, d);
    before += mine;
    if (complete) break;
  }
  return before;
}

template <class T, class Keep>
__global__ __launch_bounds__(kThreads) void fused_kernel(const T* in, T* out, std::size_t n, unsigned* count,
                                                         Keep keep, volatile State* states, int* ticket) {
  __shared__ int tile;
  __shared__ unsigned warp_first[kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1);
  __syncthreads();
  const std::size_t first = std::size_t(tile) * kTile + warp * kWarpItems + lane;
  T items[kRows];
  unsigned flags[kRows], mine = 0;
  for (int r = 0; r < kRows; ++r) {
    const std::size_t i = first + r * 32;
    bool flag = false;
    if (i < n) {
      items[r] = in[i];
      flag = keep(items[r]);
    }
    flags[r] = __ballot_sync(0xffffffffu, flag);
    mine += __popc(flags[r]);
  }
  if (lane == 0) warp_first[warp] = mine;
  __syncthreads();
  if (warp == 0) {
    const unsigned value = lane < kWarps ? warp_first[lane] : 0;
    unsigned inclusive = value;
    for (int d = 1; d < 32; d *= 2) {
      const unsigned left = __shfl_up_sync(0xffffffffu, inclusive, d);
      if (lane >= d) inclusive += left;
    }
    const unsigned total = __shfl_sync(0xffffffffu, inclusive, 31);
    if (lane == 0) states[tile] = pack(own_count, total);
    const unsigned before = look_back(states, tile);
    if (lane == 0) {
      states[tile] = pack(sum_so_far, before + total);
      if (tile == int(gridDim.x) - 1) *count = before + total;
    }
    if (lane < kWarps) warp_first[lane] = before + inclusive - value;
  }
  __syncthreads();
  unsigned at = warp_first[warp];
  for (int r = 0; r < kRows; ++r) {
    if (flags[r] >> lane & 1) out[at + __popc(flags[r] & ((1u << lane) - 1))] = items[r];
    at += __popc(flags[r]);
  }
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  if (n == 0) {
    WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
    return;
  }
  constexpr unsigned kMostTiles = 1024;
  const unsigned tiles = div_up(n, kTile);
  State* states = nullptr;
  const std::size_t bytes = (kMostTiles + 1) * sizeof(State);
  WARPGRADE_CHECK(cudaMallocAsync(&states, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(states, 0, bytes, stream));
  int* const ticket = reinterpret_cast<int*>(states + kMostTiles);
  fused_kernel<<<tiles, kThreads, 0, stream>>>(in, out, n, count, keep, states, ticket);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(states, stream));
}

}  // namespace compact
