#include "kit/image.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace warpgrade::kit {
namespace {

Image decode(std::string_view file) {
  return decode_grey({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
}

TEST(Image, DecodesGreyRowByRow) {
  const Image image = decode({"P5 3 2 255\n\x01\x02\x03\x04\x05\x06", 17});
  EXPECT_EQ(3, image.width);
  EXPECT_EQ(2, image.height);
  EXPECT_EQ((std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}), image.pixels);
}

TEST(Image, ColoursBecomeTheirLuminance) {
  const Image image = decode({"P6 2 1 255\n\xFF\xFF\xFF\x00\x00\x00", 17});
  EXPECT_EQ((std::vector<std::uint8_t>{255, 0}), image.pixels);
}

TEST(Image, WhatIsNoPictureHasNoPixels) {
  EXPECT_TRUE(decode("We the People").pixels.empty());
  EXPECT_TRUE(decode("").pixels.empty());
}

}  // namespace
}  // namespace warpgrade::kit
