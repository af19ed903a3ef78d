#include "report/harmless_lines.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

std::string harmless(std::string_view text) { return CommandBreaker()(text); }

TEST(HarmlessLines, ACommandAtTheBeginningOfALineIsBroken) {
  EXPECT_EQ(": :error::x", harmless("::error::x"));
  EXPECT_EQ("a\n \t: :error::x", harmless("a\n \t::error::x"));
  EXPECT_EQ("a\r: :error::x", harmless("a\r::error::x"));
  EXPECT_EQ("\u3000: :error::x", harmless("\u3000::error::x")) << "a blank of Unicode";
  EXPECT_EQ(":\u00AD :error::x", harmless(":\u00AD:error::x")) << "what can't be seen";
}

TEST(HarmlessLines, TheOlderKindIsBrokenAnywhere) {
  EXPECT_EQ("a ## [error]x", harmless("a ##[error]x"));
  EXPECT_EQ("### [x", harmless("###[x"));
}

TEST(HarmlessLines, OrdinaryTextStaysAsItIs) {
  for (const char* text : {"std::sort", "a ::b", "a: b\n c:: d", ":", ": :x", "#[x", "a##b", "# #[x", ""})
    EXPECT_EQ(text, harmless(text));
}

TEST(HarmlessLines, AStreamIsGuardedHoweverItIsWritten) {
  std::ostringstream stream;
  {
    const HarmlessLines guard(stream);
    stream << ':' << std::flush << ":error"
           << "::x\n"
           << "#"
           << "#" << '[' << 3;
  }
  stream << "\n::error::of ours";
  EXPECT_EQ(": :error::x\n## [3\n::error::of ours", stream.str());
}

}  // namespace
}  // namespace warpgrade::report
