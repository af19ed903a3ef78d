#include "report/terminal.hpp"

#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "report/text.hpp"

namespace warpgrade::report {
namespace {

// A pipe's reading end: certainly no terminal.
class Terminal : public ::testing::Test {
 protected:
  Terminal() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG", "COLUMNS", "NO_COLOR"}) {
      const char* value = std::getenv(name);
      before_[name] = value != nullptr ? std::optional<std::string>(value) : std::nullopt;
      unsetenv(name);
    }
    EXPECT_EQ(0, pipe(ends_));
  }
  ~Terminal() override {
    for (const auto& [name, value] : before_) {
      if (value)
        setenv(name.c_str(), value->c_str(), 1);
      else
        unsetenv(name.c_str());
    }
    close(ends_[0]);
    close(ends_[1]);
  }

  int ends_[2] = {-1, -1};

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

TEST_F(Terminal, APipeIsNoneAndGetsNoColour) {
  EXPECT_FALSE(is_terminal(ends_[0]));
  EXPECT_FALSE(wants_color(ends_[0]));
}

TEST_F(Terminal, WidthIsTakenFromTheEnvironmentWithinReason) {
  EXPECT_EQ(80, terminal_width(ends_[0]));
  setenv("COLUMNS", "120", 1);
  EXPECT_EQ(120, terminal_width(ends_[0]));
  setenv("COLUMNS", "3", 1);
  EXPECT_EQ(40, terminal_width(ends_[0]));
  setenv("COLUMNS", "wide", 1);
  EXPECT_EQ(80, terminal_width(ends_[0]));
}

TEST_F(Terminal, TheFirstLocaleThatIsSetDecides) {
  EXPECT_FALSE(locale_is_utf8());
  setenv("LANG", "de_DE.UTF-8", 1);
  EXPECT_TRUE(locale_is_utf8());
  setenv("LC_ALL", "C", 1);
  EXPECT_FALSE(locale_is_utf8());
  setenv("LC_ALL", "C.utf8", 1);
  EXPECT_TRUE(locale_is_utf8());
}

// ---- The line
// -----------------------------------------------------------------------------------------------

TEST(Progress, NothingIsWrittenWhereThereIsNoTerminal) {
  std::ostringstream out;
  {
    ProgressLine line(out, /*enabled=*/false);
    line.show(1, 2, "scan/blelloch");
    line.clear();
  }
  EXPECT_EQ("", out.str());
}

TEST(Progress, ShowsABarOnceThereIsSomethingToCountAndWhatIsBeingDone) {
  struct Shown {
    std::size_t done, total;
    bool unicode;
    std::string line;
  };
  for (const auto& [done, total, unicode, line] :
       {Shown{0, 0, true, "scan"},
        {3, 12, true, "█████░░░░░░░░░░░░░░░ 3/12  scan"},
        {12, 12, false, "#################### 12/12  scan"},
        {5, 2, true, "████████████████████ 5/2  scan"}}) {  // more than planned
    std::ostringstream out;
    ProgressLine progress(out, true, 80, unicode);
    progress.show(done, total, "scan");
    EXPECT_EQ("\r" + line + "\x1b[K", out.str());
  }
}

TEST(Progress, NeverBreaksTheLine) {
  std::ostringstream out;
  ProgressLine line(out, true, 40);
  line.show(2, 2, "a_very_long_exercise/and_a_very_long_task n1024\nand another line");
  const std::string shown = out.str().substr(1, out.str().find('\x1b') - 1);
  EXPECT_LT(display_width(shown), 40u);
  EXPECT_EQ(std::string::npos, shown.find('\n'));
}

TEST(Progress, TheLineIsGoneAtTheEnd) {
  std::ostringstream out;
  { ProgressLine(out, true).show(1, 2, "scan"); }
  const std::string cleared = "\r\x1b[K";
  ASSERT_GT(out.str().size(), cleared.size());
  EXPECT_EQ(cleared, out.str().substr(out.str().size() - cleared.size()));
}

}  // namespace
}  // namespace warpgrade::report
