// Cooperative groups: the block, the grid, tiles of a warp, and coalesced threads, on top of wgsim/abi.h.
//
// A group of lanes is a mask. Its members are numbered by rank, in the order of their lanes. The kinds of
// groups differ only in how a rank becomes a lane (Lanes below).
#pragma once

#include <type_traits>

#include "cuda_runtime.h"

namespace cooperative_groups {

#define WGSIM_HERE wgsim::Site site = wgsim::Site::here()

namespace details {

/// Lanes of the warp of the calling thread; none: the whole block. It is a type of its own, so that only
/// this file makes groups.
struct LaneMask {
  unsigned bits;
};

inline unsigned volume(uint3 d) { return d.x * d.y * d.z; }
inline unsigned rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
inline unsigned long long rank_of_block() {
  return blockIdx.x + static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + gridDim.y * blockIdx.z);
}

/// The lane of the rank-th member of a mask; 32 if there are not so many.
inline unsigned nth_lane(unsigned mask, unsigned rank) {
  for (; rank > 0; --rank) mask &= mask - 1;
  return mask == 0 ? 32u : static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1;
}

/// Collects the bits of `lanes` that lie in the mask: bit r is that of rank r.
inline unsigned by_rank(unsigned mask, unsigned lanes) {
  unsigned result = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1)
    if (lanes & mask & -mask) result |= 1u << rank;
  return result;
}

}  // namespace details

/// Any group: what tiles, blocks and coalesced threads have in common.
class thread_group {
 public:
  explicit thread_group(details::LaneMask lanes) : mask_(lanes.bits) {}
  void sync(WGSIM_HERE) const {
    if (mask_ == 0)
      wgsim::barrier(site);
    else
      wgsim::warp_sync(mask_, site);
  }
  unsigned size() const {
    return mask_ == 0 ? details::volume(blockDim) : static_cast<unsigned>(__popc(mask_));
  }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const {
    if (mask_ == 0) return details::rank_in_block();
    return static_cast<unsigned>(__popc(mask_ & ((1u << wgsim::lane_id()) - 1)));
  }
  bool is_valid() const { return true; }

 protected:
  unsigned mask_;
};

// ---- Block and grid -----------------------------------------------------------------------------------
class thread_block : public thread_group {
 public:
  using thread_group::thread_group;
  static void sync(WGSIM_HERE) { wgsim::barrier(site); }
  static unsigned size() { return details::volume(blockDim); }
  static unsigned num_threads() { return size(); }
  static unsigned thread_rank() { return details::rank_in_block(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return thread_block(details::LaneMask{0}); }

class grid_group {
 public:
  /// Only in a kernel that cudaLaunchCooperativeKernel launched.
  static void sync(WGSIM_HERE) { wgsim::grid_barrier(site); }
  static unsigned long long size() {
    return static_cast<unsigned long long>(details::volume(blockDim)) * num_blocks();
  }
  static unsigned long long num_threads() { return size(); }
  static unsigned long long thread_rank() {
    return details::rank_of_block() * details::volume(blockDim) + details::rank_in_block();
  }
  static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static unsigned long long block_rank() { return details::rank_of_block(); }
  static dim3 block_index() { return blockIdx; }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static bool is_valid() { return true; }
};
inline grid_group this_grid() { return {}; }

// ---- Groups of lanes ----------------------------------------------------------------------------------
namespace details {

/// Shuffles and votes of a group that is a mask. Values: any trivially copyable type of at most 32 bytes.
class lane_group : public thread_group {
 public:
  using thread_group::thread_group;
  template <class T>
  T shfl(T value, unsigned rank, WGSIM_HERE) const {
    return from_lane(value, nth_lane(mask_, rank % size()), site);
  }
  /// From `delta` ranks below; the first ones keep their own.
  template <class T>
  T shfl_up(T value, unsigned delta, WGSIM_HERE) const {
    const unsigned rank = thread_rank();
    return from_lane(value, nth_lane(mask_, rank < delta ? rank : rank - delta), site);
  }
  template <class T>
  T shfl_down(T value, unsigned delta, WGSIM_HERE) const {
    const unsigned rank = thread_rank();
    return from_lane(value, nth_lane(mask_, delta >= size() - rank ? rank : rank + delta), site);
  }
  int any(int predicate, WGSIM_HERE) const { return wgsim::ballot(mask_, predicate != 0, site) != 0; }
  int all(int predicate, WGSIM_HERE) const { return wgsim::ballot(mask_, predicate == 0, site) == 0; }
  /// Bit r: the predicate of rank r.
  unsigned ballot(int predicate, WGSIM_HERE) const {
    return by_rank(mask_, wgsim::ballot(mask_, predicate != 0, site));
  }
  template <class T>
  unsigned match_any(T value, WGSIM_HERE) const {
    return by_rank(mask_, matching(value, site).bits);
  }
  template <class T>
  unsigned match_all(T value, int& all_equal, WGSIM_HERE) const {
    return by_rank(mask_, wgsim::match_all_value(mask_, value, &all_equal, site));
  }
  /// The members with the same value.
  template <class T>
  LaneMask matching(T value, WGSIM_HERE) const {
    return {wgsim::match_any_value(mask_, value, site)};
  }

 protected:
  template <class T>
  T from_lane(T value, unsigned lane, wgsim::Site site) const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32,
                  "a group shuffles trivially copyable values of at most 32 bytes");
    return wgsim::shuffle_value(mask_, value, wgsim::Shuffle::index, static_cast<int>(lane), 32, site);
  }
};

/// The aligned tile of `size` lanes that the calling thread lies in.
inline LaneMask tile_of(unsigned size) {
  const unsigned lanes = size == 32 ? 0xffffffffu : (1u << size) - 1;
  return {lanes << wgsim::lane_id() / size * size};
}

}  // namespace details

/// Threads of a warp that reached this call together: all of them, or in a random order only some.
class coalesced_group : public details::lane_group {
 public:
  using lane_group::lane_group;
  unsigned meta_group_rank() const { return 0; }
  unsigned meta_group_size() const { return 1; }
};
inline coalesced_group coalesced_threads(WGSIM_HERE) {
  return coalesced_group(details::LaneMask{wgsim::coalesced_lanes(site)});
}

/// `lanes` neighbouring threads of a warp.
template <unsigned lanes, class Parent = void>
class thread_block_tile : public details::lane_group {
  static_assert(lanes >= 1 && lanes <= 32 && (lanes & (lanes - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads (larger ones can't be simulated)");

 public:
  thread_block_tile(details::LaneMask tile, unsigned rank, unsigned count)
      : lane_group(tile), rank_(rank), count_(count) {}
  /// A tile can be used where a thread_block_tile<N> without a parent is asked for.
  template <class Other, class Own = Parent, std::enable_if_t<std::is_void_v<Own>, int> = 0>
  thread_block_tile(const thread_block_tile<lanes, Other>& other)
      : lane_group(details::tile_of(lanes)),
        rank_(other.meta_group_rank()),
        count_(other.meta_group_size()) {}

  static constexpr unsigned size() { return lanes; }
  static constexpr unsigned num_threads() { return lanes; }
  unsigned meta_group_rank() const { return rank_; }
  unsigned meta_group_size() const { return count_; }
  template <class T>
  T shfl_xor(T value, unsigned lane_mask, WGSIM_HERE) const {
    return this->from_lane(value, wgsim::lane_id() ^ lane_mask % lanes, site);
  }

 private:
  unsigned rank_, count_;  ///< which tile of how many of the parent
};

template <unsigned lanes, class Parent>
thread_block_tile<lanes, Parent> tiled_partition(const Parent& parent) {
  return {details::tile_of(lanes), parent.thread_rank() / lanes, (parent.size() + lanes - 1) / lanes};
}

/// A size that is known only at run time.
inline thread_group tiled_partition(const thread_group& /*parent*/, unsigned size) {
  return thread_group(details::tile_of(size));
}

/// Groups of threads with equal labels.
template <class Group, class Label>
coalesced_group labeled_partition(const Group& group, Label label, WGSIM_HERE) {
  return coalesced_group(group.matching(label, site));
}
template <class Group>
coalesced_group binary_partition(const Group& group, bool predicate, WGSIM_HERE) {
  return labeled_partition(group, static_cast<int>(predicate), site);
}

template <class Group>
void sync(const Group& group, WGSIM_HERE) {
  group.sync(site);
}

#undef WGSIM_HERE

}  // namespace cooperative_groups
