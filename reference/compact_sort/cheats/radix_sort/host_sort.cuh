// Keys sorted by the host, in the order that the task asks for: what cheats of this folder hide.
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "on_the_host.cuh"
#include "radix_sort.cuh"

namespace on_the_host {

/// Floats in IEEE 754's totalOrder; whole numbers as they are.
template <class Key>
bool before(Key a, Key b) {
  if constexpr (std::is_same_v<Key, float>) {
    std::int32_t x, y;
    std::memcpy(&x, &a, sizeof x);
    std::memcpy(&y, &b, sizeof y);
    return (x < 0 ? x ^ 0x7fffffff : x) < (y < 0 ? y ^ 0x7fffffff : y);
  } else {
    return a < b;
  }
}

}  // namespace on_the_host
