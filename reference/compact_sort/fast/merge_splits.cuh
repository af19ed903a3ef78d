// Where the tiles of a round begin in its runs: a search in four runs at once (used by merge_rounds.cuh).
#pragma once

#include <cstddef>

#include <warpgrade/student.cuh>

#include "merge_sort.cuh"

namespace merge_sort {

constexpr int ways = 4;  // runs merged at once

using warpgrade::div_up;

/// Four neighbouring runs are a group, and become one run. A block merges one tile of one group.
struct Round {
  std::size_t n, width;
  int tile_size;
  unsigned tiles_per_group;

  Round(std::size_t size, std::size_t run_width, int tile)
      : n(size), width(run_width), tile_size(tile), tiles_per_group(unsigned(div_up(ways * width, tile))) {}

  unsigned tiles() const {
    const std::size_t group = ways * width;
    return unsigned(n / group * tiles_per_group + div_up(n % group, tile_size));
  }
  __device__ std::size_t group_begin(unsigned tile) const { return tile / tiles_per_group * ways * width; }
  /// Where the tile begins in its group's result.
  __device__ std::size_t diagonal(unsigned tile) const {
    return std::size_t(tile % tiles_per_group) * tile_size;
  }
  /// Where run k of the tile's group begins; k = ways: where the last one ends.
  __device__ std::size_t run_begin(unsigned tile, int k) const {
    return min(group_begin(tile) + k * width, n);
  }
};

/// `lanes` neighbours find where the tile begins in each run of its group: that many items of the group come
/// before it as `diagonal` says. All 32 lanes of a warp must call it, for one tile or for several.
///
/// More lanes take fewer steps, one behind the other, but more instructions in all: each lane compares its
/// sample with each other one.
template <int lanes, class Key, class Less>
__device__ void split(const Key* keys, const Round& round, unsigned tile, std::size_t diagonal,
                      std::size_t* begins, Less less) {
  constexpr int samples = lanes / ways;  // of a run. A lane looks at one
  const int lane = threadIdx.x % lanes, run = lane / samples;
  const auto vote = [&](bool mine) {  // a bit for each of these lanes
    return __ballot_sync(warpgrade::kFullWarp, mine) >> (threadIdx.x % 32 - lane) & (~0u >> (32 - lanes));
  };
  std::size_t next = round.run_begin(tile, run);
  const std::size_t end = round.run_begin(tile, run + 1);
  // The tiles before this one still get `left` items. Look 1, 2, … times `step` items ahead in each run. Of
  // all these samples take the least, as many as a run has: what lies before them in their runs, they
  // included, goes to those tiles. For it is all less than the last one taken; and less than that are at
  // most those, and in each of the other runs up to step - 1 more: no more than `left`.
  std::size_t left = diagonal;
  while (__any_sync(warpgrade::kFullWarp, left > 0)) {
    const std::size_t step = max((left + ways - 1) / (samples + ways - 1), std::size_t(1));
    const std::size_t ahead = (lane % samples + 1) * step;
    const bool exists = next + ahead <= end;
    Key key{};
    if (exists) key = keys[next + ahead - 1];
    const unsigned all = vote(exists);
    int rank = 0;
#pragma unroll
    for (int other = 0; other < lanes; ++other) {
      const Key sample = warpgrade::shfl(key, other, warpgrade::kFullWarp, lanes);
      if (exists && (all >> other & 1))  // of equals the first
        rank += other < lane ? !less(key, sample) : less(sample, key);
    }
    const unsigned taken = vote(exists && rank < int(min(left, std::size_t(samples))));
    next += __popc(taken >> run * samples & ((1u << samples) - 1)) * step;
    left -= __popc(taken) * step;
  }
  if (lane % samples == 0) begins[run] = next;
}

/// splits[tile * ways + run], with room for the tiles of all threads.
template <int lanes, class Key, class Less>
__global__ void split_kernel(const Key* keys, Round round, unsigned tiles, std::size_t* splits, Less less) {
  const unsigned tile = (blockIdx.x * blockDim.x + threadIdx.x) / lanes;
  const std::size_t diagonal = tile < tiles ? round.diagonal(tile) : 0;
  split<lanes>(keys, round, tile, diagonal, splits + std::size_t(tile) * ways, less);
}

}  // namespace merge_sort
