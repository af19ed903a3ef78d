#include "judge/run/poison.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "model/half.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t kSeeds = 40;

template <class T>
kit::ExpectedArray output_of(const std::vector<T>& right, ElementType type) {
  return {.values = kit::Array::of<T>("out", type, right)};
}

template <class T>
std::vector<T> poison_of(const kit::ExpectedArray& output, std::uint64_t seed) {
  const std::vector<std::byte> bytes = make_poison(output, seed);
  std::vector<T> elements(bytes.size() / sizeof(T));
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

/// Of how many seeds all elements are small.
template <class T>
std::uint64_t count_small(const kit::ExpectedArray& output) {
  std::uint64_t count = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    count += std::ranges::all_of(poison_of<T>(output, seed), [](T x) { return x < 65536; });
  return count;
}

TEST(Poison, NoElementIsRight) {
  std::vector<std::uint8_t> bytes(1000);
  std::vector<std::uint32_t> words(65536);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::uint8_t(i);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = std::uint32_t(i % 300);
  const auto output_of_bytes = output_of(bytes, {Scalar::u8, 1}), output = output_of(words, {Scalar::u32, 1});
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto bytes_before = poison_of<std::uint8_t>(output_of_bytes, seed);
    for (std::size_t i = 0; i < bytes.size(); ++i) ASSERT_NE(bytes[i], bytes_before[i]);
    const auto before = poison_of<std::uint32_t>(output, seed);
    for (std::size_t i = 0; i < words.size(); ++i) ASSERT_NE(words[i], before[i]);
  }
}

TEST(Poison, OfWholeNumbersLooksLikeAResultNowAndThen) {
  const std::uint64_t small =
      count_small<std::uint32_t>(output_of<std::uint32_t>({1, 2, 3}, {Scalar::u32, 1}));
  EXPECT_GT(small, kSeeds / 5);
  EXPECT_LT(small, kSeeds - kSeeds / 5);
}

/// A right number that is rounded could be equal to it by chance; and of a struct not all may be compared.
TEST(Poison, OfOthersNeverDoes) {
  EXPECT_EQ(0u, count_small<std::uint32_t>(output_of<float>({1, 2, 3, 4, 5, 6}, {Scalar::f32, 1})));
  EXPECT_EQ(0u, count_small<std::uint32_t>(output_of<std::uint32_t>({1, 2, 3, 4, 5, 6}, {Scalar::u32, 2})));
}

/// Of 65,536 some would be near to a right one.
TEST(Poison, OfHalfPrecisionIsNoNumber) {
  for (const Half value : poison_of<Half>(output_of(std::vector<Half>(1000, Half(1)), {Scalar::f16, 1}), 1))
    ASSERT_TRUE(std::isnan(double(value)));
  for (const Bfloat16 value :
       poison_of<Bfloat16>(output_of(std::vector<Bfloat16>(1000, Bfloat16(1)), {Scalar::bf16, 1}), 1))
    ASSERT_TRUE(std::isnan(double(value)));
}

}  // namespace
}  // namespace warpgrade::judge
