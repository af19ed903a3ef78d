#include "judge/check/case_pictures.hpp"

#include <gtest/gtest.h>

#include "kit/image.hpp"

namespace warpgrade::judge {
namespace {

Bytes pixels(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int value : values) bytes.push_back(std::byte(value));
  return bytes;
}

std::vector<std::uint8_t> decoded(const PictureFile& file) { return kit::decode_colour(file.png).pixels; }

/// Two pixels in a row: the second of two outputs.
kit::CaseData two_pixels() {
  kit::CaseData data;
  data.outputs.push_back({{"count", {Scalar::u32, 1}, Bytes(4)}, {}});
  data.outputs.push_back({{"picture", {Scalar::u8, 4}, pixels({1, 2, 3, 255, 4, 5, 6, 255})}, {}});
  data.picture = {"picture", 2, 1, pixels({9, 9, 9, 255, 8, 8, 8, 255})};
  return data;
}

TEST(Pictures, ARightOneIsShownBesideWhatItWasMadeFrom) {
  const kit::CaseData data = two_pixels();
  const auto files = draw_pictures(data, {Bytes(4), data.outputs[1].values.bytes});
  ASSERT_EQ(2u, files.size());
  EXPECT_EQ("before", files[0].name);
  EXPECT_EQ((std::vector<std::uint8_t>{9, 9, 9, 255, 8, 8, 8, 255}), decoded(files[0]));
  EXPECT_EQ("yours", files[1].name);
  EXPECT_EQ((std::vector<std::uint8_t>{1, 2, 3, 255, 4, 5, 6, 255}), decoded(files[1]));
}

TEST(Pictures, AWrongOneIsShownBesideTheRightOneAndWhereTheyDiffer) {
  const auto files = draw_pictures(two_pixels(), {Bytes(4), pixels({1, 2, 3, 255, 4, 5, 7, 255})});
  ASSERT_EQ(4u, files.size());
  EXPECT_EQ("right", files[2].name);
  EXPECT_EQ((std::vector<std::uint8_t>{1, 2, 3, 255, 4, 5, 6, 255}), decoded(files[2]));
  EXPECT_EQ("difference", files[3].name);
  EXPECT_EQ((std::vector<std::uint8_t>{0, 0, 0, 255, 255, 255, 255, 255}), decoded(files[3]));
}

TEST(Pictures, TransparentPixelsAreShown) {
  const auto files = draw_pictures(two_pixels(), {Bytes(4), pixels({1, 2, 3, 0, 4, 5, 6, 255})});
  ASSERT_EQ(4u, files.size());
  EXPECT_EQ((std::vector<std::uint8_t>{1, 2, 3, 255, 4, 5, 6, 255}), decoded(files[1]));
}

TEST(Pictures, GreyOnesAreShownInGrey) {
  kit::CaseData data;
  data.outputs.push_back({{"picture", {Scalar::u8, 1}, pixels({1, 2})}, {}});
  data.picture = {"picture", 2, 1, pixels({8, 9})};
  const auto files = draw_pictures(data, {pixels({1, 7})});
  ASSERT_EQ(4u, files.size());
  EXPECT_EQ((std::vector<std::uint8_t>{8, 8, 8, 255, 9, 9, 9, 255}), decoded(files[0]));
  EXPECT_EQ((std::vector<std::uint8_t>{1, 1, 1, 255, 7, 7, 7, 255}), decoded(files[1]));
  EXPECT_EQ((std::vector<std::uint8_t>{0, 0, 0, 255, 255, 255, 255, 255}), decoded(files[3]));
}

TEST(Pictures, WithoutAPictureOrItsOutputThereIsNothingToShow) {
  kit::CaseData data = two_pixels();
  EXPECT_TRUE(draw_pictures(data, {}).empty()) << "a run that crashed";
  EXPECT_TRUE(draw_pictures(data, {Bytes(4), Bytes(4)}).empty()) << "another size";
  data.picture.reset();
  EXPECT_TRUE(draw_pictures(data, {Bytes(4), Bytes(8)}).empty());
}

}  // namespace
}  // namespace warpgrade::judge
