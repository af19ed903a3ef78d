// ./grade watch as a student sees it: in a terminal, with files that are saved and keys that are pressed.
#ifdef __linux__

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/app/copy_by.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(180);  // for a whole test: after a failure it ends soon

const std::string kRight = copy_by_each("if (i < n) out[i] = in[i];");

std::string with(std::string text, const std::string& old_part, const std::string& new_part) {
  return text.replace(text.find(old_part), old_part.size(), new_part);
}

/// The command in a terminal of its own.
class WatchTest : public testing::Test {
 protected:
  WatchTest() { save(with(kRight, "if (i < n) ", "")); }
  ~WatchTest() override { kill(); }

  void save(const std::string& text) const { folder_.write("verdicts/copy.cu", text); }

  void start(const char* name = "copy", const char* other_name = nullptr) {
    const std::string submission = folder_.path().string();
    shown_.clear();
    process_ = ::forkpty(&terminal_, nullptr, nullptr, &window_);
    ASSERT_GE(process_, 0) << "no pseudo-terminal";
    if (process_ == 0) {
      ::setenv("LC_ALL", "C.UTF-8", 1);
      ::setenv("TERM", "dumb", 1);  // no colours
      ::execl(FAKE_COMMAND, FAKE_COMMAND, "watch", "--submission", submission.c_str(), "--course",
              FAKE_COURSE, name, other_name, nullptr);
      ::_exit(127);
    }
  }
  void kill() {
    if (process_ > 0) ::kill(process_, SIGKILL), ::waitpid(process_, nullptr, 0);
    if (terminal_ >= 0) ::close(terminal_);
    process_ = 0;
    terminal_ = -1;
  }
  void press(char key) const { EXPECT_EQ(1, ::write(terminal_, &key, 1)); }

  /// Waits until the terminal has shown this text since the last call. If it does not, the failure says what
  /// it has shown.
  testing::AssertionResult shows(const std::string& text) {
    while (Clock::now() < end_) {
      if (const std::size_t found = shown_.find(text); found != std::string::npos) {
        passed_ = shown_.substr(0, found);
        shown_.erase(0, found + text.size());
        return testing::AssertionSuccess();
      }
      pollfd waiting{terminal_, POLLIN, 0};
      char bytes[4096];
      if (::poll(&waiting, 1, 100) <= 0) continue;
      const ssize_t count = ::read(terminal_, bytes, sizeof bytes);
      if (count <= 0) break;
      shown_.append(bytes, std::size_t(count));
    }
    return testing::AssertionFailure() << "it does not show '" << text << "' but: " << shown_;
  }

  int exit_code() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  bool waits_for_enter_and_echoes() const {
    termios now{};
    ::tcgetattr(terminal_, &now);
    return (now.c_lflag & ICANON) != 0 && (now.c_lflag & ECHO) != 0;
  }

  warpgrade::support::TemporaryFolder folder_;
  int terminal_ = -1;
  pid_t process_ = 0;
  std::string shown_;
  std::string passed_;  ///< what was shown before the text that was waited for
  winsize window_{.ws_row = 50, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
  const Clock::time_point end_ = Clock::now() + kPatience;
};

TEST_F(WatchTest, SavedFilesAreGradedUntilAllIsRight) {
  start();
  EXPECT_TRUE(shows("copy/elements\r\n"));
  EXPECT_TRUE(shows("out of bounds"));
  EXPECT_TRUE(shows("0 of 1 task right"));
  EXPECT_TRUE(shows("q quit"));
  EXPECT_FALSE(waits_for_enter_and_echoes());

  press('h');
  EXPECT_TRUE(shows("Hint 1 of 1 for copy/elements, a nudge:"));
  EXPECT_TRUE(shows("The last block has threads"));
  press('h');
  EXPECT_TRUE(shows("That was all. The handout:"));

  save(with(kRight, "in[i];", "in[i]"));
  EXPECT_TRUE(shows("compile error"));
  EXPECT_TRUE(shows("q quit"));

  save(kRight);
  EXPECT_TRUE(shows("All tasks are right."));
  EXPECT_TRUE(shows("q quit"));
  press('l');
  EXPECT_TRUE(shows("pass"));
  EXPECT_TRUE(shows("q quit"));

  press('q');
  EXPECT_EQ(0, exit_code());
  EXPECT_TRUE(waits_for_enter_and_echoes());
}

TEST_F(WatchTest, TheDrawingAndTheTraceOfATaskAreShown) {
  start();
  EXPECT_TRUE(shows("q quit"));
  press('t');
  EXPECT_TRUE(shows("copy/elements\r\n"));
  EXPECT_TRUE(shows("read in["));
  EXPECT_TRUE(shows("q quit"));
  press('d');
  EXPECT_TRUE(shows("copy/elements, n = 8"));
  EXPECT_TRUE(shows("q quit"));
}

TEST_F(WatchTest, InASmallWindowTheVerdictStaysInSight) {
  window_ = {.ws_row = 24, .ws_col = 60, .ws_xpixel = 0, .ws_ypixel = 0};
  start();
  EXPECT_TRUE(shows("copy/elements: out of bounds"));
  EXPECT_TRUE(shows("more line"));
  const std::string report = passed_;
  EXPECT_TRUE(shows("q quit"));
  EXPECT_LT(std::ranges::count(report + passed_, '\n'), 24) << report << passed_;
}

TEST_F(WatchTest, TheProgressStandsOnAScreenOnce) {
  save(kRight);
  start();
  EXPECT_TRUE(shows("1 of 1 task right"));
  EXPECT_EQ(std::string::npos, passed_.find("0 of 1")) << passed_;
}

TEST_F(WatchTest, ANewerSaveEndsTheGradingBefore) {
  save(with(kRight, "if (i < n) ", "while (i < n && in[i] == in[i]) "));  // never ends
  start();
  EXPECT_TRUE(shows("copy/elements\r\n"));
  save(kRight);
  EXPECT_TRUE(shows("All tasks are right."));
}

TEST_F(WatchTest, AfterAKillItGoesOnWhereItWas) {
  save(with(kRight, "{\n  if (n > 0)", "{\n  // TODO: for any n\n  // END TODO\n  if (n < 0)"));
  start();
  EXPECT_TRUE(shows("q quit"));
  press('h');
  EXPECT_TRUE(shows("Hint 1 of 2 for copy/elements, a nudge:"));
  kill();

  start();
  EXPECT_TRUE(shows("q quit"));
  press('h');
  EXPECT_TRUE(shows("Hint 2 of 2 for copy/elements, which lines:"));
  EXPECT_TRUE(shows("(empty): for any n"));
}

TEST_F(WatchTest, TheRunningGradingEndsWithWatch) {
  save(with(kRight, "if (i < n) ", "while (i < n && in[i] == in[i]) "));  // never ends
  start();
  EXPECT_TRUE(shows("copy/elements\r\n"));
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = 0;
  // A process that still wrote to the terminal would keep it open.
  EXPECT_FALSE(shows("timeout"));
}

TEST_F(WatchTest, ATaskThatASaveBreaksIsTold) {
  std::ifstream file(FAKE_COURSE "/submission/verdicts/outcomes.cu");
  const std::string wrong_in_one((std::istreambuf_iterator<char>(file)), {});
  const auto save_other = [&](const std::string& text) { folder_.write("verdicts/outcomes.cu", text); };
  save_other(wrong_in_one);
  start("outcomes/pass", "outcomes/wrong_answer");
  EXPECT_TRUE(shows("outcomes/pass: pass"));
  EXPECT_TRUE(shows("Next: outcomes/wrong_answer"));
  EXPECT_TRUE(shows("q quit"));

  const std::string right_in_both = with(wrong_in_one, "(i < 20 ? 0 : 1)", "0");
  save_other(with(right_in_both, "if (i < n) out[i] = in[i];", "if (i < n) out[i] = in[0];"));
  EXPECT_TRUE(shows("outcomes/wrong_answer: pass"));
  EXPECT_TRUE(shows("outcomes/pass was right before this save"));
  EXPECT_TRUE(shows("outcomes/pass: wrong answer"));
  EXPECT_TRUE(shows("q quit"));

  save_other(right_in_both);
  EXPECT_TRUE(shows("All tasks are right."));
}

TEST_F(WatchTest, ASignalLeavesTheTerminalAsItWas) {
  start();
  EXPECT_TRUE(shows("q quit"));
  ::kill(process_, SIGTERM);
  EXPECT_EQ(128 + SIGTERM, exit_code());
  EXPECT_TRUE(waits_for_enter_and_echoes());
}

}  // namespace

#endif
