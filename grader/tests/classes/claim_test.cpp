// Claims of this machine, and of others whose clocks show any time.
#include "classes/claim.hpp"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class ClaimTest : public ::testing::Test {
 protected:
  std::optional<Claim> take() { return Claim::take(file, "run 1", silence); }

  /// A worker of another machine, whose clock differs by hours, gives a sign of life.
  void beat_elsewhere() {
    beats += 10s;
    if (!fs::exists(file)) std::ofstream(file) << R"({"host": "elsewhere", "boot": "b", "run": "run 1"})";
    fs::last_write_time(file, fs::file_time_type::clock::now() - 5h + beats);
  }

  support::TemporaryFolder folder;
  fs::path file = folder.path() / "a.simulator";
  Silence::Clock::time_point now;
  Silence silence{[this] { return now; }};
  std::chrono::seconds beats{};
};

TEST_F(ClaimTest, ALivingWorkersClaimIsRespectedAndGivenBack) {
  {
    const auto held = take();
    ASSERT_TRUE(held);
    EXPECT_FALSE(held->lost());
    EXPECT_TRUE(is_claimed(file));
    EXPECT_FALSE(take());
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST_F(ClaimTest, AWorkerElsewhereLivesWhileItsClaimChangesWhateverItsClockShows) {
  for (int i = 0; i < 20; ++i, now += 60s) {
    beat_elsewhere();
    EXPECT_FALSE(take()) << i;
  }
}

TEST_F(ClaimTest, AWorkerElsewhereIsDeadWhenItsClaimHasNotChangedForTwoMinutes) {
  beat_elsewhere();
  EXPECT_FALSE(take()) << "seen for the first time, however old it looks";
  now += 119s;
  EXPECT_FALSE(take());
  now += 1s;
  const auto held = take();
  ASSERT_TRUE(held);
  ASSERT_TRUE(held->lost());
  EXPECT_EQ("elsewhere", held->lost()->host);
  EXPECT_EQ("run 1", held->lost()->run);
  EXPECT_TRUE(held->lost()->with_machine);
}

TEST_F(ClaimTest, ASignOfLifeBeginsTheTwoMinutesAnew) {
  beat_elsewhere();
  EXPECT_FALSE(take());
  now += 100s;
  beat_elsewhere();
  EXPECT_FALSE(take());
  now += 100s;
  EXPECT_FALSE(take());
}

TEST_F(ClaimTest, AContainerWithTheSameNameMayHoldALivingWorkerThatIsNotSeenFromHere) {
  ASSERT_TRUE(take());
  std::string text;
  {
    const auto held = take();
    std::getline(std::ifstream(file), text);
  }
  const std::size_t numbers = text.find("pid:[");
  ASSERT_NE(std::string::npos, numbers) << text;
  std::ofstream(file) << text.replace(numbers, 5, "pid:[9");
  EXPECT_FALSE(take());
  EXPECT_TRUE(is_claimed(file));
}

TEST_F(ClaimTest, WhoWasTakenForDeadLeavesTheClaimOfItsSuccessor) {
  {
    const auto held = take();
    fs::remove(file);
    beat_elsewhere();
  }
  EXPECT_TRUE(fs::exists(file));
}

TEST_F(ClaimTest, ASignalsHandlerGivesItBack) {
  const pid_t worker = fork();
  if (worker == 0) {
    const auto held = take();
    std::signal(SIGTERM, [](int) {
      give_back_in_signal_handler();
      _exit(0);
    });
    raise(SIGTERM);
  }
  int status = 0;
  waitpid(worker, &status, 0);
  EXPECT_EQ(0, status);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace warpgrade::classes
