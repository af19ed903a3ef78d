// Thrust's algorithms as programs call them: with a policy as first argument (thrust::device, thrust::host,
// thrust::seq), or without one, when the iterators say where the data lies.
#pragma once

#include "detail/rearranging.h"

namespace thrust {

#define WGSIM_THRUST(name)                                                                             \
  template <class First, class... Rest, class = detail::if_policy_or_iterator<First>>                  \
  auto name(First&& first, Rest&&... rest) {                                                           \
    if constexpr (detail::is_policy<First>)                                                            \
      return detail::algorithms::name(first, std::forward<Rest>(rest)...);                             \
    else                                                                                               \
      return detail::algorithms::name(detail::policy_of<std::decay_t<First>, std::decay_t<Rest>...>(), \
                                      std::forward<First>(first), std::forward<Rest>(rest)...);        \
  }
WGSIM_THRUST(adjacent_difference)
WGSIM_THRUST(all_of)
WGSIM_THRUST(any_of)
WGSIM_THRUST(binary_search)
WGSIM_THRUST(copy)
WGSIM_THRUST(copy_if)
WGSIM_THRUST(copy_n)
WGSIM_THRUST(count)
WGSIM_THRUST(count_if)
WGSIM_THRUST(equal)
WGSIM_THRUST(exclusive_scan)
WGSIM_THRUST(exclusive_scan_by_key)
WGSIM_THRUST(fill)
WGSIM_THRUST(fill_n)
WGSIM_THRUST(find)
WGSIM_THRUST(find_if)
WGSIM_THRUST(for_each)
WGSIM_THRUST(for_each_n)
WGSIM_THRUST(gather)
WGSIM_THRUST(generate)
WGSIM_THRUST(inclusive_scan)
WGSIM_THRUST(inclusive_scan_by_key)
WGSIM_THRUST(inner_product)
WGSIM_THRUST(is_sorted)
WGSIM_THRUST(lower_bound)
WGSIM_THRUST(max_element)
WGSIM_THRUST(merge)
WGSIM_THRUST(min_element)
WGSIM_THRUST(minmax_element)
WGSIM_THRUST(none_of)
WGSIM_THRUST(partition)
WGSIM_THRUST(reduce)
WGSIM_THRUST(reduce_by_key)
WGSIM_THRUST(remove)
WGSIM_THRUST(remove_copy_if)
WGSIM_THRUST(remove_if)
WGSIM_THRUST(replace)
WGSIM_THRUST(replace_if)
WGSIM_THRUST(reverse)
WGSIM_THRUST(scatter)
WGSIM_THRUST(scatter_if)
WGSIM_THRUST(sequence)
WGSIM_THRUST(shuffle)
WGSIM_THRUST(sort)
WGSIM_THRUST(sort_by_key)
WGSIM_THRUST(stable_partition)
WGSIM_THRUST(stable_sort)
WGSIM_THRUST(stable_sort_by_key)
WGSIM_THRUST(swap_ranges)
WGSIM_THRUST(tabulate)
WGSIM_THRUST(transform)
WGSIM_THRUST(transform_exclusive_scan)
WGSIM_THRUST(transform_if)
WGSIM_THRUST(transform_inclusive_scan)
WGSIM_THRUST(transform_reduce)
WGSIM_THRUST(unique)
WGSIM_THRUST(unique_by_key)
WGSIM_THRUST(unique_copy)
WGSIM_THRUST(upper_bound)
#undef WGSIM_THRUST

}  // namespace thrust
