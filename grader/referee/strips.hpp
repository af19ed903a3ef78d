// An input that is made from strips of a pool (kit/oracle.hpp): which element of the pool stands where. The
// same for the GPU and for tests on the host.
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define WARPGRADE_HOST_DEVICE __host__ __device__
#else
#define WARPGRADE_HOST_DEVICE
#endif

namespace warpgrade::referee {

/// SplitMix64's finalizer (Steele, Lea & Flood, 2014).
WARPGRADE_HOST_DEVICE inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// A number below `limit` (at most 2^32) from `seed` and `i`: the high half of the product maps a random
/// 32-bit number to it without a division (Lemire, Fast random integer generation in an interval, 2019,
/// without its step against the bias).
WARPGRADE_HOST_DEVICE inline std::uint64_t pick(std::uint64_t seed, std::uint64_t i, std::uint64_t limit) {
  return (mix(seed + i) >> 32) * limit >> 32;
}

/// As protocol::TimedArray::Strips, which can't be used in CUDA's code.
struct Strips {
  std::uint64_t elements;
  std::uint32_t step;
  std::uint64_t count, in_pool;
};

struct PoolElement {
  std::uint64_t index;
  std::uint32_t plus;  ///< is added to it, modulo 2^32
};

/// Element i of the input. Elements behind the last whole strip (such as the last offset) are taken from
/// behind the last whole strip of the pool.
WARPGRADE_HOST_DEVICE inline PoolElement pool_element(std::uint64_t i, const Strips& strips,
                                                      std::uint64_t seed) {
  const std::uint64_t whole = i / strips.elements, strip = whole < strips.count ? whole : strips.count;
  const std::uint64_t taken = strip < strips.count ? pick(seed, strip, strips.in_pool) : strips.in_pool;
  return {taken * strips.elements + (i - strip * strips.elements),
          std::uint32_t(strip - taken) * strips.step};
}

}  // namespace warpgrade::referee
