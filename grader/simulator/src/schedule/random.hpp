// Random numbers for orders of threads and blocks: SplitMix64 (Steele, Lea and Flood, Fast splittable
// pseudorandom number generators, 2014). It is small and quick, since each switch of threads draws one.
#pragma once

#include <cstdint>

namespace wgsim::core {

struct Random {
  std::uint64_t state = 0;

  std::uint64_t operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, n), by the high half of a product and without a division (Lemire, Fast random integer generation
  /// in an interval, 2019, without its step against the bias).
  std::uint64_t below(std::uint64_t n) {
    return std::uint64_t((static_cast<unsigned __int128>((*this)()) * n) >> 64);
  }
};

}  // namespace wgsim::core
