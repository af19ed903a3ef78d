#include "system/checksum.hpp"

#include <gtest/gtest.h>

TEST(Checksum, IsThatOfTheXxhsumTool) {
  EXPECT_EQ("99aa06d3014798d86001c324468d497f", warpgrade::system::xxh3_128(""))
      << "the published value for no input";
}
