#include "report/text.hpp"

#include <filesystem>

#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Printable, OrdinaryTextStaysAsItIs) {
  EXPECT_EQ("Σ|x| ≤ 3\n\ttab – 日本 🙂", printable("Σ|x| ≤ 3\n\ttab – 日本 🙂"));
}

TEST(Printable, InvalidUtf8IsReplacedByteByByte) {
  EXPECT_EQ("a\uFFFDb", printable("a\xff"
                                  "b"));
  EXPECT_EQ("\uFFFD\uFFFD", printable("\xc3\xc3"));
  EXPECT_EQ("\uFFFD", printable("\xc3"));                      // cut in two
  EXPECT_EQ("\uFFFD\uFFFD", printable("\xc0\xaf"));            // overlong
  EXPECT_EQ("\uFFFD\uFFFD\uFFFD", printable("\xed\xa0\x80"));  // a surrogate
}

TEST(Printable, EveryByteSequenceOfTwoGivesValidUtf8) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string once = printable(std::string{static_cast<char>(a), static_cast<char>(b)});
      ASSERT_EQ(once, printable(once)) << a << " " << b;
    }
  }
}

TEST(Printable, TerminalEscapesAndControlCharactersAreDropped) {
  EXPECT_EQ("red", printable("\x1b[31mred\x1b[0m"));
  EXPECT_EQ("", printable("\x1b[2J\x1b[1;1H"));
  EXPECT_EQ("ab", printable(std::string("a\0\b\r\x7f"
                                        "b",
                                        6)));
  EXPECT_EQ("ab", printable("a\u009b"
                            "b"));
  EXPECT_EQ("", printable("\x1b["));
}

TEST(Printable, MarksThatTurnTheDirectionOfTextAreDropped) {
  EXPECT_EQ("if (x)", printable("if \u202e(x)\u2066"));
}

TEST(ToAscii, CommonSignsAreSpeltOut) {
  EXPECT_EQ("a - b <= 3, 2*n", to_ascii("a – b ≤ 3, 2·n"));
  EXPECT_EQ("? ok", to_ascii("日 ok"));
}

TEST(DisplayWidth, CountsCharactersAndNoColours) {
  EXPECT_EQ(0u, display_width(""));
  EXPECT_EQ(3u, display_width("✓ é"));
  EXPECT_EQ(4u, display_width("\x1b[1;31mpass\x1b[0m"));
}

TEST(Fit, CutsAtTheWidthWithAnEllipsis) {
  EXPECT_EQ("abc", fit("abc", 3));
  EXPECT_EQ("ab…", fit("abcd", 3));
  EXPECT_EQ("éé…", fit("éééé", 3));
}

TEST(Pad, FillsToTheWidthAndNeverCuts) {
  EXPECT_EQ("é  ", pad_right("é", 3));
  EXPECT_EQ("  é", pad_left("é", 3));
  EXPECT_EQ("abcd", pad_left("abcd", 3));
}

TEST(Wrap, BreaksBetweenWords) { EXPECT_EQ((Lines{"one two", "three"}), wrap("one two three", 8)); }

TEST(Wrap, AWordThatIsTooLongHasItsOwnLine) {
  EXPECT_EQ((Lines{"a", "bbbbbbbbbb", "c"}), wrap("a bbbbbbbbbb c", 4));
}

TEST(Wrap, ALineOfAProgramGoesOnFurtherToTheRight) {
  EXPECT_EQ((Lines{"  a = b;"}), wrap_source("  a = b;", 8, 3));
  EXPECT_EQ((Lines{"  f(one, two,", "      three) +", "      four_and…"}),
            wrap_source("  f(one, two, three) + four_and_more;", 15, 3));
  EXPECT_EQ((Lines{"  one_word_th…"}), wrap_source("  one_word_that_is_long", 14, 3));
}

TEST(Wrap, KeepsLineBreaksOfTheText) {
  EXPECT_EQ((Lines{"one", "", "two"}), wrap("one\n\ntwo\n", 80));
  EXPECT_EQ(Lines{}, wrap("", 80));
}

TEST(Reflow, JoinsTheLinesOfAParagraph) {
  EXPECT_EQ("one two\n\nthree", reflow("one\ntwo\n\n\nthree\n"));
  EXPECT_EQ("", reflow(""));
}

TEST(WithoutTabs, EachIsFourBlanks) { EXPECT_EQ("    x    y", without_tabs("\tx\ty")); }

TEST(ShownPath, IsRelativeInsideTheCurrentFolderOnly) {
  const auto here = std::filesystem::current_path();
  EXPECT_EQ("student/scan.cu", shown_path((here / "student/scan.cu").string()));
  EXPECT_EQ("/elsewhere/scan.cu", shown_path("/elsewhere/scan.cu"));
  EXPECT_EQ("unit_1/scan.cu", shown_path("unit_1/scan.cu"));
  EXPECT_EQ("", shown_path(""));
}

TEST(Number, ShowsAtMostTwoDecimals) {
  EXPECT_EQ("6", number(6));
  EXPECT_EQ("2.5", number(2.5));
  EXPECT_EQ("0.33", number(1.0 / 3));
  EXPECT_EQ("1000000", number(1e6));
  EXPECT_EQ("0", number(-0.0001));
  EXPECT_EQ("?", number(0.0 / 0.0));
}

TEST(Counted, OneIsSingular) {
  EXPECT_EQ("1 case", counted(1, "case"));
  EXPECT_EQ("0 cases", counted(0, "case"));
}

}  // namespace
}  // namespace warpgrade::report
