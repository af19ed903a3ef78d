#include "system/base64.hpp"

#include <gtest/gtest.h>

namespace {

using namespace warpgrade;

TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ("", system::base64(""));
  EXPECT_EQ("Zg==", system::base64("f"));
  EXPECT_EQ("Zm8=", system::base64("fo"));
  EXPECT_EQ("Zm9v", system::base64("foo"));
  EXPECT_EQ("Zm9vYg==", system::base64("foob"));
  EXPECT_EQ("/+8A", system::base64(std::string_view("\xff\xef\0", 3)));
}

}  // namespace
