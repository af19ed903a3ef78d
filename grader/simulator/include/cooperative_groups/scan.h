// cooperative_groups::inclusive_scan and exclusive_scan over the ranks of a group of lanes.
#pragma once

#include "reduce.h"

namespace cooperative_groups {

/// The operator gets the later ranks first (reduce.h says why).
template <class Group, class T, class Op = plus<T>>
T inclusive_scan(const Group& group, T value, Op op = {}, wgsim::Site site = wgsim::Site::here()) {
  return details::scan_downwards(group, value, op, site);
}

/// Rank 0 gets T(), whatever the operator is, as from CUDA's library.
template <class Group, class T, class Op = plus<T>>
T exclusive_scan(const Group& group, T value, Op op = {}, wgsim::Site site = wgsim::Site::here()) {
  const T inclusive = inclusive_scan(group, value, op, site);
  const T below = group.shfl_up(inclusive, 1, site);
  return group.thread_rank() == 0 ? T() : below;
}

}  // namespace cooperative_groups
