#include "kit/image.hpp"

#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

namespace warpgrade::kit {
namespace {

std::span<const std::uint8_t> bytes(std::string_view file) {
  return {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
}

TEST(Image, DecodesGreyRowByRow) {
  const Image image = decode_grey(bytes({"P5 3 2 255\n\x01\x02\x03\x04\x05\x06", 17}));
  EXPECT_EQ(3, image.width);
  EXPECT_EQ(2, image.height);
  EXPECT_EQ((std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}), image.pixels);
}

TEST(Image, ColoursBecomeTheirLuminanceOrKeepTheirAlpha) {
  EXPECT_EQ((std::vector<std::uint8_t>{255, 0}),
            decode_grey(bytes({"P6 2 1 255\n\xFF\xFF\xFF\x00\x00\x00", 17})).pixels);
  EXPECT_EQ((std::vector<std::uint8_t>{1, 2, 3, 255, 255, 0, 7, 255}),
            decode_colour(bytes({"P6 2 1 255\n\x01\x02\x03\xFF\x00\x07", 17})).pixels);
}

TEST(Image, DecodesHighDynamicRange) {
  // One pixel: mantissas 128, 64, 0 of 256, and the exponent 3.
  const HdrImage image =
      decode_hdr(bytes({"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x80\x40\x00\x83", 51}));
  EXPECT_EQ(1, image.width);
  EXPECT_EQ((std::vector<float>{4, 2, 0}), image.light);
  EXPECT_TRUE(decode_hdr(bytes({"P6 1 1 255\n\x01\x02\x03", 14})).light.empty()) << "eight bits";
}

TEST(Image, AnEncodedPictureCanBeDecoded) {
  const std::vector<std::uint8_t> pixels = {1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 0, 255, 255, 255, 255};
  const Image image = decode_colour(encode_png(2, 2, pixels));
  EXPECT_EQ(2, image.width);
  EXPECT_EQ(2, image.height);
  EXPECT_EQ(pixels, image.pixels);
}

TEST(Image, APictureOfAnotherSizeIsNotEncoded) {
  EXPECT_THROW(encode_png(2, 2, std::vector<std::uint8_t>(12)), std::invalid_argument);
  EXPECT_THROW(encode_png(0, 0, {}), std::invalid_argument);
}

}  // namespace
}  // namespace warpgrade::kit
