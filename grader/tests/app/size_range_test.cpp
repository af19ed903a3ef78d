#include "app/size_range.hpp"

#include <gtest/gtest.h>

#include "app/command_line.hpp"

namespace warpgrade::app {
namespace {

using Sizes = std::vector<std::uint64_t>;

TEST(ParseSizes, ARangeIsEveryPowerOfTwoInIt) {
  EXPECT_EQ((Sizes{65536, 131072, 262144}), parse_sizes("16:18"));
  EXPECT_EQ(Sizes{1}, parse_sizes("0:0"));
}

TEST(ParseSizes, AStepLeavesSomeOut) { EXPECT_EQ((Sizes{1 << 16, 1 << 20}), parse_sizes("16:23:4")); }

TEST(ParseSizes, OneNumberIsOneSize) { EXPECT_EQ(Sizes{1 << 20}, parse_sizes("20")); }

TEST(ParseSizes, AnythingElseIsRefused) {
  for (const char* text : {"", ":", "16:", ":18", "18:16", "16:35", "-1:4", "16:18:0", "16:18:", "16:18:1:1",
                           "a", "16-18", "1.5"})
    EXPECT_THROW(parse_sizes(text), UsageError) << text;
}

}  // namespace
}  // namespace warpgrade::app
