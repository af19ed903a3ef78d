#include "judge/program/compare_picture.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "kit/image.hpp"

namespace warpgrade::judge {
namespace {

std::string difference_of_picture(std::string_view got, std::string_view right, double tolerance = 0) {
  return first_difference_of_picture(got, right, tolerance, "out.ppm").value_or("");
}

TEST(ComparePicture, TextAndBytesOfOnePictureAreTheSame) {
  EXPECT_EQ("", difference_of_picture("P2\n# made by hand\n2 1\n255\n65 66\n", "P5 2 1 255\nAB"));
  EXPECT_EQ("", difference_of_picture("P3 1 1 255 65 66 67", "P6 1 1 255\nABC"));
}

TEST(ComparePicture, TheFirstWrongPixelIsNamed) {
  EXPECT_EQ("out.ppm: 2 of 4 pixels are wrong. The first is in column 1, row 0: (9); expected (2).",
            difference_of_picture("P2 2 2 9 1 9 3 9", "P2 2 2 9 1 2 3 4"));
  EXPECT_EQ("", difference_of_picture("P2 2 1 9 1 3", "P2 2 1 9 1 2", 1)) << "within the tolerance";
}

TEST(ComparePicture, OneOfAnotherSizeOrCutOffIsNone) {
  EXPECT_EQ("out.ppm has 2 × 1 pixels of 1 values; expected 1 × 2 of 1.",
            difference_of_picture("P2 2 1 9 1 2", "P2 1 2 9 1 2"));
  for (const char* broken : {"P5 9 9 255\nAB", "P5 99999999999 99999999999 255\nAB"})
    EXPECT_EQ("out.ppm is no whole picture in the format .ppm, .pgm or .png.",
              difference_of_picture(broken, "P2 1 1 9 1"));
}

std::string png_of(std::vector<std::uint8_t> rgba) {
  const std::vector<std::uint8_t> file = kit::encode_png(int(rgba.size() / 4), 1, rgba);
  return {file.begin(), file.end()};
}

TEST(ComparePicture, PngIsComparedByItsPixels) {
  const std::string right = png_of({1, 2, 3, 255, 4, 5, 6, 255});
  EXPECT_EQ("", difference_of_picture(right, right));
  EXPECT_EQ(
      "out.ppm: 1 of 2 pixels are wrong. The first is in column 1, row 0: (4, 9, 6, 255); expected (4, 5, 6, "
      "255).",
      difference_of_picture(png_of({1, 2, 3, 255, 4, 9, 6, 255}), right));
  std::string huge = right;
  huge.replace(16, 8, 8, '\x7f');
  for (const std::string& broken : {right.substr(0, 20), right.substr(0, 40), huge})
    EXPECT_EQ("out.ppm is no whole picture in the format .ppm, .pgm or .png.",
              difference_of_picture(broken, right));
}

TEST(ComparePicture, ARightPictureThatIsNoneIsTheCoursesFault) {
  EXPECT_THROW(difference_of_picture("P2 1 1 9 1", "text"), std::runtime_error);
}

TEST(ComparePicture, ValuesOfTwoBytesAreRead) {
  EXPECT_EQ("", difference_of_picture(std::string_view("P5 1 1 65535\n\1\2", 15), "P2 1 1 65535 258"));
}

}  // namespace
}  // namespace warpgrade::judge
