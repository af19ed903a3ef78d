#include "judge/run/poison.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <span>

namespace warpgrade::judge {
namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::size_t size, std::mt19937_64& random) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
    const std::uint64_t word = random();
    std::memcpy(&bytes[i], &word, std::min(sizeof word, size - i));
  }
  return bytes;
}

/// Not of numbers that are rounded: a right one could be equal by chance. Nor of a part of a struct: other
/// parts may be all that is compared.
bool can_look_like_results(ElementType type) {
  return !type.is_floating() && type.components == 1 && type.size() >= sizeof(std::int32_t);
}

/// Numbers below 65536: all bytes but the lowest two are zero.
void make_small(Bytes& bytes, std::size_t element_size) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (i % element_size >= sizeof(std::uint16_t)) bytes[i] = std::byte{};
}

/// Of numbers of 16 bits many are near to a right one: none but NaN is near to none.
void make_nan(Bytes& bytes) {
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    bytes[i] |= std::byte{0xc0}, bytes[i + 1] |= std::byte{0x7f};  // in both formats
}

/// Inverts each piece of this size that is equal to the right one.
void differ(Bytes& poison, std::span<const std::byte> right, std::size_t size) {
  const std::size_t common = std::min(poison.size(), right.size());
  for (std::size_t begin = 0; begin + size <= common; begin += size)
    if (std::memcmp(&poison[begin], &right[begin], size) == 0)
      for (std::size_t i = begin; i < begin + size; ++i) poison[i] = ~poison[i];
}

}  // namespace

Bytes make_poison(const kit::ExpectedArray& output, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const ElementType type = output.values.type;
  const bool looks_like_results = random() % 2 == 0 && can_look_like_results(type);
  Bytes poison = random_bytes(output.capacity_bytes(), random);
  if (looks_like_results) make_small(poison, type.size());
  if (type.is_floating() && type.epsilon() > 0x1p-16) make_nan(poison);
  differ(poison, output.values.bytes, looks_like_results ? type.size() : 1);
  return poison;
}

}  // namespace warpgrade::judge
