#include "report/style.hpp"

#include <set>

#include <gtest/gtest.h>

#include "report/text.hpp"

namespace warpgrade::report {
namespace {

TEST(Style, WithoutColourTextIsPlain) {
  const Style style(false, true);
  EXPECT_EQ("pass", style.bold("pass"));
  EXPECT_EQ("pass", style.in_color_of(Verdict::race, "pass"));
}

TEST(Style, PassFailureAndWaitingDifferInColour) {
  const Style style(true, true);
  const std::set<std::string> colored = {style.in_color_of(Verdict::pass, "x"),
                                         style.in_color_of(Verdict::race, "x"),
                                         style.in_color_of(Verdict::not_run, "x")};
  EXPECT_EQ(3u, colored.size());
}

TEST(Style, AMarkIsOneColumnInUnicodeAndInAscii) {
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    EXPECT_EQ(1u, display_width(Style(false, true).mark(verdict)));
    const std::string ascii = Style(false, false).mark(verdict);
    EXPECT_EQ(1u, ascii.size());
    EXPECT_EQ(ascii, to_ascii(ascii));
  }
}

TEST(InWords, UnderscoresAreBlanks) { EXPECT_EQ("host device mixup", in_words(Verdict::host_device_mixup)); }

}  // namespace
}  // namespace warpgrade::report
