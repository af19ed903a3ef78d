// What the rewriter puts around the index of a local array in device code (rewriter/local_arrays.cpp).
#pragma once

#include <cstddef>
#include <type_traits>

#include "abi.h"
#include "config.h"

namespace wgsim {

/// The index, after a look at it. Array: what the name means there, which need not be an array. beyond: 1
/// where only the address is taken, since an array has an end.
template <class Array, unsigned dimension, std::size_t beyond, class Index>
WGSIM_INLINE constexpr Index index_in(Index index, const char* name, Site site = Site::here()) {
  if constexpr (std::is_integral_v<Index> && std::extent_v<Array, dimension> != 0) {
    constexpr std::size_t elements = std::extent_v<Array, dimension>;
    if (std::size_t(index) >= elements + beyond) [[unlikely]]
      outside_local_array(name, static_cast<long long>(index), elements, site);
  }
  return index;
}

}  // namespace wgsim
