#include "verify/line_diff.hpp"

#include <gtest/gtest.h>

namespace {

using warpgrade::verify::DiffLine;
using warpgrade::verify::line_diff;

std::string shown(std::string_view before, std::string_view after, std::size_t context) {
  std::string text;
  for (const DiffLine& line : line_diff(before, after, context))
    text += std::string(1, " -+~"[int(line.kind)]) + line.text + "|";
  return text;
}

TEST(LineDiff, EqualTextsHaveNone) { EXPECT_EQ("", shown("a\nb\n", "a\nb\n", 3)); }

TEST(LineDiff, LinesAroundAChangeAreShown) {
  EXPECT_EQ(" b|-c|+x| d|", shown("a\nb\nc\nd\ne\n", "a\nb\nx\nd\ne\n", 1));
}

TEST(LineDiff, BetweenTwoChangesAGapIsShown) {
  EXPECT_EQ("-a|~|+f|", shown("a\nb\nc\nd\n", "b\nc\nd\nf\n", 0));
}

TEST(LineDiff, OneTextMayBeEmpty) {
  EXPECT_EQ("+a|", shown("", "a\n", 2));
  EXPECT_EQ("-a|", shown("a", "", 2));
}

}  // namespace
