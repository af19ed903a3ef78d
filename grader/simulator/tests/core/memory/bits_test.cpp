#include "memory/bits.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace wgsim::core::bits {

TEST(Bits, SetAndTestAtAnyAlignment) {
  for (unsigned size : {1u, 2u, 4u, 8u, 16u})
    for (std::size_t offset = 0; offset < 40; ++offset) {
      std::vector<std::uint8_t> bits(size_for(64));
      EXPECT_TRUE(none(bits.data(), offset, size));
      set(bits.data(), offset, size);
      EXPECT_TRUE(all(bits.data(), offset, size));
      for (std::size_t i = 0; i < 64; ++i)
        EXPECT_EQ(i >= offset && i < offset + size, test(bits.data(), i))
            << offset << " " << size << " " << i;
      EXPECT_FALSE(all(bits.data(), offset + 1, size));
    }
}

TEST(Bits, RangesMayHaveAnyLength) {
  for (std::size_t begin = 0; begin < 20; ++begin)
    for (std::size_t size = 0; size < 200; size += 7) {
      std::vector<std::uint8_t> bits(size_for(256));
      fill(bits.data(), begin, size, true);
      for (std::size_t i = 0; i < 256; ++i) ASSERT_EQ(i >= begin && i < begin + size, test(bits.data(), i));
      fill(bits.data(), begin, size, false);
      EXPECT_EQ(-1, find(bits.data(), 0, 256, true));
    }
}

TEST(Bits, FindGivesTheFirstOfItsKind) {
  std::vector<std::uint8_t> bits(size_for(1000));
  fill(bits.data(), 0, 1000, true);
  EXPECT_EQ(-1, find(bits.data(), 3, 900, false));
  fill(bits.data(), 500, 2, false);
  EXPECT_EQ(497, find(bits.data(), 3, 900, false));
  EXPECT_EQ(-1, find(bits.data(), 3, 400, false));
  EXPECT_EQ(2, find(bits.data(), 500, 100, true));
}

}  // namespace wgsim::core::bits
