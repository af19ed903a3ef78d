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

/// Combines the values of all members, in the order of their ranks, by a tree. Each member gets the result.
template <class Group, class T, class Op>
T reduce(const Group& group, T value, Op op, wgsim::Site site = wgsim::Site::here()) {
  const unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const T above = group.shfl_down(value, distance, site);
    if (rank % (2 * distance) == 0 && rank + distance < size) value = op(value, above);
  }
  return group.shfl(value, 0, site);
}

}  // namespace cooperative_groups
