// cooperative_groups::reduce, and the operators that it and the scans take.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {  ///< the minimum
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {  ///< the maximum
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

// CUDA's library gives the operator a lane's own value first, then that of the other lane. So an operator
// that is associative but not commutative does not combine the values in the order of the ranks. The
// functions below do exactly what the library does, since a kernel must not be right here and wrong on a GPU.
namespace details {

/// Rank r gets v[r] op v[r - 1] op … op v[0].
template <class Group, class T, class Op>
T scan_downwards(const Group& group, T value, Op op, wgsim::Site site) {
  const unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const T below = group.shfl_up(value, distance, site);
    if (rank >= distance) value = op(value, below);
  }
  return value;
}

/// Every lane combines its value with that of its partner in halves, quarters, …; so each has an order of its
/// own. `distance`: half the number of lanes.
template <class Group, class T, class Op>
T reduce_by_butterfly(const Group& group, T value, Op op, unsigned distance, wgsim::Site site) {
  for (; distance > 0; distance /= 2) {
    const unsigned partner = group.thread_rank() ^ distance;
    value = op(value, group.shfl(value, partner, site));
  }
  return value;
}

}  // namespace details

/// Combines the values of all members. Each member gets the result; all get the same one only if the operator
/// is commutative.
template <unsigned lanes, class Parent, class T, class Op>
T reduce(const thread_block_tile<lanes, Parent>& tile, T value, Op op,
         wgsim::Site site = wgsim::Site::here()) {
  return details::reduce_by_butterfly(tile, value, op, lanes / 2, site);
}

template <class T, class Op>
T reduce(const coalesced_group& group, T value, Op op, wgsim::Site site = wgsim::Site::here()) {
  const unsigned size = group.size();
  if (size == 32) return details::reduce_by_butterfly(group, value, op, size / 2, site);
  return group.shfl(details::scan_downwards(group, value, op, site), size - 1, site);
}

}  // namespace cooperative_groups
