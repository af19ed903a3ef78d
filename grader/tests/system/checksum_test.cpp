#include "system/checksum.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace warpgrade::system {
namespace {

std::string of(std::string_view text) {
  return xxh3_128({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

TEST(Checksum, IsThatOfTheXxhsumTool) {
  EXPECT_EQ("99aa06d3014798d86001c324468d497f", of("")) << "the published value for no input";
  EXPECT_EQ(32u, of("a").size());
}

TEST(Checksum, TellsContentsApart) { EXPECT_NE(of("a"), of("b")); }

}  // namespace
}  // namespace warpgrade::system
