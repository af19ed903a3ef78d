// cooperative_groups::inclusive_scan and exclusive_scan over the ranks of a group of lanes.
#pragma once

#include <limits>

#include "reduce.h"

namespace cooperative_groups {

namespace details {

template <class T, class Op>
T identity_of(const Op&) {
  if constexpr (std::is_same_v<Op, less<T>>)
    return std::numeric_limits<T>::max();
  else if constexpr (std::is_same_v<Op, greater<T>>)
    return std::numeric_limits<T>::lowest();
  else if constexpr (std::is_same_v<Op, bit_and<T>>)
    return static_cast<T>(~T());
  else
    return T();
}

}  // namespace details

template <class Group, class T, class Op = plus<T>>
T inclusive_scan(const Group& group, T value, Op op = {}, wgsim::Site site = wgsim::Site::here()) {
  const unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const T below = group.shfl_up(value, distance, site);
    if (rank >= distance) value = op(below, value);
  }
  return value;
}

/// Rank 0 gets the operator's identity.
template <class Group, class T, class Op = plus<T>>
T exclusive_scan(const Group& group, T value, Op op = {}, wgsim::Site site = wgsim::Site::here()) {
  const T inclusive = inclusive_scan(group, value, op, site);
  const T below = group.shfl_up(inclusive, 1, site);
  return group.thread_rank() == 0 ? details::identity_of<T>(op) : below;
}

}  // namespace cooperative_groups
