#include "report/terminal_features.hpp"

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace warpgrade::report
