// Enciphers the elements that a submission must not read: the judge seals inputs and opens outputs, the
// runner does both around each application of an operator. It is the mixing function of SplitMix64 (Steele,
// Lea & Flood, Fast splittable pseudorandom number generators, 2014) between two additions of the key (Even &
// Mansour, A construction of a cipher from a single pseudorandom permutation, 1997). The second addition is
// needed: a submission knows one element, the identity, and would undo the mixing to find the key. It is
// fast, since proofs apply operators millions of times, and no cryptography. Key 0 leaves elements as they
// are. Zero bytes open as zero bytes with each key: so T{}, or memory that was cleared, is the same element
// in each call, as it is on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace warpgrade::protocol {

/// Elements of this size can be sealed.
inline constexpr std::size_t kSealedBytes = 8;

namespace seal_detail {

// Odd factors of SplitMix64, and their inverses modulo 2^64.
inline constexpr std::uint64_t kFirst = 0xbf58476d1ce4e5b9u, kUndoFirst = 0x96de1b173f119089u;
inline constexpr std::uint64_t kSecond = 0x94d049bb133111ebu, kUndoSecond = 0x319642b2d24d8ec3u;
static_assert(kFirst * kUndoFirst == 1 && kSecond * kUndoSecond == 1);

inline std::uint64_t fold(std::uint64_t x) { return x ^ (x >> 32); }  ///< its own inverse

}  // namespace seal_detail

inline std::uint64_t seal(std::uint64_t element, std::uint64_t key) {
  using namespace seal_detail;
  if (key == 0) return element;
  return fold(fold((element ^ key) * kFirst) * kSecond) ^ key;
}

inline std::uint64_t open(std::uint64_t element, std::uint64_t key) {
  using namespace seal_detail;
  if (key == 0 || element == 0) return element;
  return fold(fold(element ^ key) * kUndoSecond) * kUndoFirst ^ key;
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
