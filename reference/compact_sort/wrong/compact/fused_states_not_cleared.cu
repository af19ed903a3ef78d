// expect: race fused
// What the tiles have published is not cleared before the launch; only the ticket is.
#include <warpgrade/student.cuh>

#include "compact.cuh"

namespace compact {

struct Tuning {
  static constexpr int block_threads = 256;
  static constexpr int warps = block_threads / 32;
  static constexpr int rows = 8;  // fused: rows of 32 neighbours that a warp has
  static constexpr int warp_items = 32 * rows;
  static constexpr int tile = warps * warp_items;
};

inline unsigned div_up(std::size_t a, std::size_t b) { return unsigned((a + b - 1) / b); }

/// The sum of `value` over the lanes up to this one. All 32 lanes must call it.
__device__ unsigned warp_inclusive_scan(unsigned value) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = warpgrade::shfl_up(value, delta);
    if (lane >= delta) value += left;
  }
  return value;
}

// ==== One pass ===========================================================================================
// A block has a tile, a warp of it `rows` rows of 32 neighbours, a lane one element of each row. Elements and
// flags stay in registers. What the tiles before keep, a tile learns by looking back at what they published:
// first their own counts, then the sum of all up to them.

/// What a tile has published: what it is, and a count, in one word, so that both are read at once.
using State = unsigned long long;
enum Published : unsigned { nothing, own_count, sum_so_far };
__device__ State pack(Published what, unsigned count) { return State(what) << 32 | count; }
__device__ unsigned what_of(State state) { return unsigned(state >> 32); }
__device__ unsigned count_of(State state) { return unsigned(state); }

/// How many elements all tiles before this one keep. A whole warp looks at 32 tiles at once, lane 0 at the
/// nearest, until one of them has published the sum of all up to it.
__device__ unsigned look_back(const volatile State* states, int tile) {
  unsigned before = 0;
  const int lane = threadIdx.x % 32;
  bool found = tile == 0;
  for (int nearest = tile - 1; !found; nearest -= 32) {
    const int t = nearest - lane;
    State state = pack(sum_so_far, 0);  // before the first tile nothing is kept
    do {
      if (t >= 0) state = states[t];
    } while (__any_sync(warpgrade::kFullWarp, what_of(state) == nothing));
    const unsigned sums = __ballot_sync(warpgrade::kFullWarp, what_of(state) == sum_so_far);
    found = sums != 0;
    const bool counts = !found || lane < __ffs(int(sums));
    const unsigned seen = warp_inclusive_scan(counts ? count_of(state) : 0);
    before += warpgrade::shfl(seen, 31);
  }
  return before;
}

template <class T, class Keep>
__global__ __launch_bounds__(Tuning::block_threads) void fused_kernel(const T* in, T* out, std::size_t n,
                                                                      unsigned* count, Keep keep,
                                                                      volatile State* states, int* ticket) {
  __shared__ int tile;
  __shared__ unsigned warp_first[Tuning::warps];  // how many each warp keeps; then where its first one goes
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  // Blocks may start in any order. Who takes a later ticket waits only for those that already run.
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1);
  __syncthreads();
  const std::size_t first = std::size_t(tile) * Tuning::tile + warp * Tuning::warp_items + lane;

  T items[Tuning::rows];
  unsigned flags[Tuning::rows], kept = 0;
#pragma unroll
  for (int r = 0; r < Tuning::rows; ++r)
    if (first + 32 * r < n) items[r] = in[first + 32 * r];
#pragma unroll
  for (int r = 0; r < Tuning::rows; ++r) {
    flags[r] = __ballot_sync(warpgrade::kFullWarp, first + 32 * r < n && keep(items[r]));
    kept += __popc(flags[r]);
  }
  if (lane == 0) warp_first[warp] = kept;
  __syncthreads();

  if (warp == 0) {
    const unsigned mine = lane < Tuning::warps ? warp_first[lane] : 0;
    const unsigned inclusive = warp_inclusive_scan(mine);
    const unsigned total = warpgrade::shfl(inclusive, 31);
    if (lane == 0) states[tile] = pack(own_count, total);
    const unsigned before = look_back(states, tile);
    if (lane == 0) {
      states[tile] = pack(sum_so_far, before + total);
      if (tile == int(gridDim.x) - 1) *count = before + total;
    }
    if (lane < Tuning::warps) warp_first[lane] = before + inclusive - mine;
  }
  __syncthreads();

  unsigned row_first = warp_first[warp];
#pragma unroll
  for (int r = 0; r < Tuning::rows; ++r) {
    const unsigned lower = flags[r] & ((1u << lane) - 1);
    if (flags[r] >> lane & 1) out[row_first + __popc(lower)] = items[r];
    row_first += __popc(flags[r]);
  }
}

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  if (n == 0) {  // no tile would set the count, and a launch of 0 blocks is an error
    WARPGRADE_CHECK(cudaMemsetAsync(count, 0, sizeof(unsigned), stream));
    return;
  }
  const unsigned tiles = div_up(n, Tuning::tile);
  State* states = nullptr;  // one for each tile, and the ticket behind them
  const std::size_t bytes = (tiles + 1) * sizeof(State);
  WARPGRADE_CHECK(cudaMallocAsync(&states, bytes, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(states + tiles, 0, sizeof(State), stream));
  int* const ticket = reinterpret_cast<int*>(states + tiles);
  fused_kernel<<<tiles, Tuning::block_threads, 0, stream>>>(in, out, n, count, keep, states, ticket);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(states, stream));
}

}  // namespace compact
