// Enciphers the elements that a submission must not read: the judge seals inputs and opens outputs, the
// runner does both around each application of an operator. Four rounds of a Feistel network make a
// permutation that can't be told from a random one (Luby & Rackoff, How to construct pseudorandom
// permutations, 1988), as far as its round function goes: that is SplitMix64's (Steele, Lea & Flood, 2014),
// which is fast and no cryptography. Key 0 leaves elements as they are. Zero bytes open as zero bytes with
// each key: so T{}, or memory that was cleared, is the same element in each call, as it is on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace warpgrade::protocol {

/// Elements of this size can be sealed.
inline constexpr std::size_t kSealedBytes = 8;

namespace seal_detail {

inline constexpr unsigned kRounds = 4;

inline std::uint32_t round(std::uint64_t key, unsigned i, std::uint32_t half) {
  std::uint64_t z = key + (i + 1) * 0x9e3779b97f4a7c15u + half * 0xd1342543de82ef95u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return std::uint32_t(z >> 32);
}

}  // namespace seal_detail

inline std::uint64_t seal(std::uint64_t element, std::uint64_t key) {
  if (key == 0) return element;
  auto left = std::uint32_t(element >> 32), right = std::uint32_t(element);
  for (unsigned i = 0; i < seal_detail::kRounds; ++i) {
    const std::uint32_t next = left ^ seal_detail::round(key, i, right);
    left = right;
    right = next;
  }
  return std::uint64_t(left) << 32 | right;
}

inline std::uint64_t open(std::uint64_t element, std::uint64_t key) {
  if (key == 0 || element == 0) return element;
  auto left = std::uint32_t(element >> 32), right = std::uint32_t(element);
  for (unsigned i = seal_detail::kRounds; i-- > 0;) {
    const std::uint32_t before = right ^ seal_detail::round(key, i, left);
    right = left;
    left = before;
  }
  return std::uint64_t(left) << 32 | right;
}

/// All elements of an array: change is seal or open.
template <class Change>
void change_all(std::span<std::byte> elements, std::uint64_t key, Change change) {
  for (std::size_t at = 0; at + kSealedBytes <= elements.size(); at += kSealedBytes) {
    std::uint64_t element;
    std::memcpy(&element, &elements[at], sizeof element);
    element = change(element, key);
    std::memcpy(&elements[at], &element, sizeof element);
  }
}

}  // namespace warpgrade::protocol
