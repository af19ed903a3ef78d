// warpgrade/device.cuh: how many blocks a launch takes.
#include <cstddef>
#include <limits>

#include <gtest/gtest.h>
#include <warpgrade/device.cuh>

namespace {

using warpgrade::div_up;

TEST(DivUp, TheLastBlockMayNotBeFull) {
  EXPECT_EQ(0u, div_up(0, 256));
  EXPECT_EQ(1u, div_up(1, 256));
  EXPECT_EQ(1u, div_up(256, 256));
  EXPECT_EQ(2u, div_up(257, 256));
}

TEST(DivUp, NearTheEndOfATypeNothingOverflows) {
  EXPECT_EQ(1u << 23, div_up(std::numeric_limits<int>::max(), 256));
  EXPECT_EQ(1u << 24, div_up(std::numeric_limits<unsigned>::max(), 256));
}

TEST(DivUp, ElementsMayBeMoreThan32BitsCount) {
  EXPECT_EQ((1u << 25) + 1, div_up((std::size_t{1} << 33) + 1, 256));
}

}  // namespace
