// What the command writes where somebody looks on: it folds its text, and clears the line that shows
// progress.
#ifdef __linux__

#include <cstdlib>
#include <fstream>
#include <pty.h>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// All that `command` writes, as a shell in a terminal of so many columns runs it.
std::string shown_in_terminal(const std::string& command, unsigned short columns) {
  const winsize size{.ws_row = 40, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  int terminal = -1;
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (process == 0) {
    ::setenv("LC_ALL", "C.UTF-8", 1);
    ::setenv("TERM", "xterm", 1);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  std::string shown;
  char bytes[4096];
  for (ssize_t count = 0; (count = ::read(terminal, bytes, sizeof bytes)) > 0;)
    shown.append(bytes, std::size_t(count));
  ::waitpid(process, nullptr, 0);
  ::close(terminal);
  return shown;
}

TEST(Terminal, AHintIsFoldedBetweenWords) {
  const std::string shown =
      shown_in_terminal(FAKE_COMMAND " hint copy/elements --course " FAKE_COURSE, /*columns=*/40);
  EXPECT_THAT(shown, HasSubstr("The last block has threads for which\r\nthere is no element.\r\n"));
}

TEST(Terminal, AnErrorTakesThePlaceOfTheLineThatShowsProgress) {
  const warpgrade::support::TemporaryFolder folder;
  const fs::path course = folder.path() / "course";
  fs::copy(FAKE_COURSE, course, fs::copy_options::recursive);
  std::ofstream(course / "assignments/verdicts/copy/oracle.cpp", std::ios::app) << "mistake\n";
  const std::string shown = shown_in_terminal(FAKE_COMMAND " copy --course " + course.string(), 100);
  EXPECT_THAT(shown, HasSubstr("building the oracle of copy"));
  EXPECT_THAT(shown, HasSubstr("\r\x1b[K" + (course / "assignments/verdicts/copy/oracle.cpp:").string()));
}

}  // namespace

#endif
