#include "judge/program/compare_text.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

std::string difference_of_text(std::string_view got, std::string_view right, double tolerance = 0) {
  return first_difference_of_text(got, right, tolerance, "Line").value_or("");
}

TEST(CompareText, LineEndsAndSpacesBetweenWordsDoNotCount) {
  EXPECT_EQ("", difference_of_text("a  b\r\nc\n\n", "a b\nc"));
  EXPECT_EQ("", difference_of_text("", "\n"));
}

TEST(CompareText, TheFirstLineThatDiffersIsShownWithTheRightOne) {
  EXPECT_EQ("Line 2 is 'x'; expected 'b'.", difference_of_text("a\nx\ny\n", "a\nb\nc\n"));
  EXPECT_EQ("Line 2 is missing: expected 'b'.", difference_of_text("a\n", "a\nb\n"));
  EXPECT_EQ("Line 2 is 'b', after the last line that is expected.", difference_of_text("a\nb\n", "a\n"));
}

TEST(CompareText, NumbersMayDifferByTheToleranceRelativeToTheRightOne) {
  EXPECT_EQ("", difference_of_text("sum: 1000.5, done", "sum: 1000, done", 1e-3));
  EXPECT_NE("", difference_of_text("sum: 1002, done", "sum: 1000, done", 1e-3));
  EXPECT_EQ("", difference_of_text("0.0005", "0", 1e-3)) << "absolute below 1";
  EXPECT_NE("", difference_of_text("1.0001", "1")) << "no tolerance";
}

TEST(CompareText, AWordIsNoNumber) {
  EXPECT_NE("", difference_of_text("nan", "5", 1e6));
  EXPECT_EQ("", difference_of_text("nan", "nan", 1));
  EXPECT_NE("", difference_of_text("5 apples", "5 pears", 1));
  EXPECT_NE("", difference_of_text("5ms", "5s", 1)) << "another unit";
}

TEST(CompareText, ALineHoldsWordsWhoseNumbersAreNear) {
  EXPECT_TRUE(holds("result: sum 10.00001 of 3", "sum 10 of", 1e-3));
  EXPECT_FALSE(holds("result: sum 10.00001 of 3", "sum 10 of", 0));
  EXPECT_FALSE(holds("result: sum 10.1 of 3", "sum 10 of", 1e-3));
  EXPECT_FALSE(holds("sum: 10", "sum 10", 1e-3)) << "a word is the same, or is another one";
}

}  // namespace
}  // namespace warpgrade::judge
