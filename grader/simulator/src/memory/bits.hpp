// One bit for each byte of memory: "was written", "may be touched". (Memcheck keeps such a bit for each bit
// of memory: Seward & Nethercote, Using Valgrind to detect undefined value errors with bit-precision, 2005.)
// A test of up to 16 bytes costs one load and one compare, whatever their alignment. Byte i has bit i % 8 of
// byte i / 8 (little-endian, as all supported processors are). A bit array for n bytes of memory needs
// size_for(n) bytes; that includes room for the wide loads.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace wgsim::core::bits {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t size_for(std::size_t bytes) { return bytes / 8 + 8; }

inline std::uint32_t load(const std::uint8_t* bits, std::size_t offset) {
  std::uint32_t word;
  std::memcpy(&word, bits + offset / 8, sizeof word);
  return word;
}

/// size: at most 16, so that mask and shift fit in 32 bits.
inline std::uint32_t mask(std::size_t offset, unsigned size) { return ((1u << size) - 1) << (offset & 7); }

inline bool all(const std::uint8_t* bits, std::size_t offset, unsigned size) {
  const std::uint32_t m = mask(offset, size);
  return (load(bits, offset) & m) == m;
}
inline bool none(const std::uint8_t* bits, std::size_t offset, unsigned size) {
  return (load(bits, offset) & mask(offset, size)) == 0;
}
inline void set(std::uint8_t* bits, std::size_t offset, unsigned size) {
  const std::uint32_t word = load(bits, offset) | mask(offset, size);
  std::memcpy(bits + offset / 8, &word, sizeof word);
}

/// Ranges of any length: bits at both ends, whole bytes between.
inline void fill(std::uint8_t* bits, std::size_t begin, std::size_t size, bool value) {
  const std::size_t end = begin + size;
  const auto assign = [&](std::size_t i) {
    const auto bit = std::uint8_t(1u << (i & 7));
    bits[i / 8] = std::uint8_t(value ? bits[i / 8] | bit : bits[i / 8] & ~bit);
  };
  std::size_t i = begin;
  for (; i < end && (i & 7) != 0; ++i) assign(i);
  if (const std::size_t whole = (end - i) / 8; i < end && whole > 0) {
    std::memset(bits + i / 8, value ? 0xff : 0, whole);
    i += whole * 8;
  }
  for (; i < end; ++i) assign(i);
}

inline bool test(const std::uint8_t* bits, std::size_t i) { return (bits[i / 8] >> (i & 7) & 1) != 0; }

/// Offset (from begin) of the first bit that equals value; -1 if there is none.
inline std::int64_t find(const std::uint8_t* bits, std::size_t begin, std::size_t size, bool value) {
  const std::uint64_t boring = value ? 0 : ~std::uint64_t(0);
  for (std::size_t i = begin; i < begin + size;) {
    std::uint64_t word;
    if ((i & 7) == 0 && begin + size - i >= 64) {
      std::memcpy(&word, bits + i / 8, sizeof word);
      if (word == boring) {
        i += 64;
        continue;
      }
    }
    if (test(bits, i) == value) return std::int64_t(i - begin);
    ++i;
  }
  return -1;
}

}  // namespace wgsim::core::bits
