#include "system/file_lock.hpp"

#include <chrono>
#include <csignal>
#include <future>
#include <memory>
#include <signal.h>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::system {
namespace {

using ::testing::HasSubstr;

/// A process that takes a lock and holds it until it is killed.
class Holder {
 public:
  template <class Take>
  explicit Holder(Take take) {
    int ready[2];
    EXPECT_EQ(0, pipe(ready));
    process = fork();
    if (process == 0) {
      const auto lock = take();
      (void)!write(ready[1], "x", 1);
      while (true) pause();
    }
    char byte = 0;
    EXPECT_EQ(1, read(ready[0], &byte, 1));
    close(ready[0]), close(ready[1]);
  }
  ~Holder() { end(); }
  void end() {
    if (process <= 0) return;
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    process = -1;
  }
  pid_t process = -1;
};

TEST(FileLock, IsHeldByOneAtATime) {
  const support::TemporaryFolder folder;
  auto first = std::make_unique<FileLock>(folder.path() / "lock");
  auto second = std::async(std::launch::async, [&] { return FileLock(folder.path() / "lock").is_held(); });
  EXPECT_EQ(second.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  first.reset();
  EXPECT_TRUE(second.get());
}

TEST(FileLock, WhoWaitedLongEnoughGoesOnAndLearnsWhoHoldsIt) {
  const support::TemporaryFolder folder;
  const FileLock first(folder.path() / "lock");
  const FileLock second(folder.path() / "lock", std::chrono::milliseconds(100));
  EXPECT_TRUE(first.is_held());
  EXPECT_FALSE(second.is_held());
  EXPECT_THAT(second.why_not(), HasSubstr((folder.path() / "lock").string() + " for 0.1 s"));
#ifdef __linux__
  EXPECT_THAT(second.why_not(), HasSubstr("process " + std::to_string(getpid()) + " (system_tests)"));
#endif
}

TEST(FileLock, WhoWaitsForAnotherProcessIsToldAtOnceAndOnce) {
  const support::TemporaryFolder folder;
  const Holder other([&] { return std::make_unique<FileLock>(folder.path() / "lock"); });
  std::vector<std::string> holders;
  const FileLock waiting(folder.path() / "lock", std::chrono::milliseconds(100),
                         [&](const std::string& holder) { holders.push_back(holder); });
  ASSERT_EQ(1u, holders.size());
#ifdef __linux__
  EXPECT_THAT(holders.front(), HasSubstr("process " + std::to_string(other.process)));
#endif
}

TEST(FileLock, AThreadThatWaitsForAnotherOneSaysNothing) {
  const support::TemporaryFolder folder;
  const FileLock first(folder.path() / "lock");
  bool is_told = false;
  const FileLock second(folder.path() / "lock", std::chrono::milliseconds(50),
                        [&](const std::string&) { is_told = true; });
#ifdef __linux__
  EXPECT_FALSE(is_told);
#endif
}

namespace fs = std::filesystem;
using Use = GpuLock::Use;

class GpuLockTest : public ::testing::Test {
 protected:
  /// The lock, which must be free.
  std::unique_ptr<GpuLock> take(const std::string& uuid, Use use) {
    return std::make_unique<GpuLock>(
        uuid, use, [](const std::string& message) { throw std::logic_error(message); }, folder_.path());
  }
  /// Another grader, which has to wait; returns when it does.
  std::future<void> wait_for(const std::string& uuid, Use use) {
    auto waits = std::make_shared<std::promise<std::string>>();
    std::future<void> done = std::async(std::launch::async, [this, uuid, use, waits] {
      const GpuLock lock(
          uuid, use, [&](const std::string& message) { waits->set_value(message); }, folder_.path());
    });
    message_ = waits->get_future().get();
    return done;
  }
  std::string error_of(const std::string& uuid) {
    try {
      take(uuid, Use::alone);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
  fs::path file_of(const std::string& uuid) const { return folder_.path() / ("warpgrade-" + uuid + ".lock"); }

  support::TemporaryFolder folder_;
  std::string message_;
};

TEST_F(GpuLockTest, AGraderThatTimesIsAlone) {
  for (const Use other : {Use::alone, Use::together}) {
    auto mine = take("GPU-1", Use::alone);
    std::future<void> theirs = wait_for("GPU-1", other);
    EXPECT_NE(std::string::npos, message_.find("waits for another grading on this GPU"));
    EXPECT_NE(std::string::npos, message_.find(file_of("GPU-1").string()));
    mine.reset();
    theirs.get();
  }
}

TEST_F(GpuLockTest, AGraderThatDoesNotTimeKeepsOutOnlyThoseThatTime) {
  auto one = take("GPU-1", Use::together);
  auto two = take("GPU-1", Use::together);
  std::future<void> timing = wait_for("GPU-1", Use::alone);
  one.reset();
  EXPECT_EQ(std::future_status::timeout, timing.wait_for(std::chrono::milliseconds(100))) << "two is left";
  two.reset();
  timing.get();
}

TEST_F(GpuLockTest, EachGpuHasItsOwn) {
  const auto one = take("GPU-1", Use::alone);
  EXPECT_NO_THROW(take("GPU-2", Use::alone));
}

TEST_F(GpuLockTest, AKilledGraderLeavesNoLockBehind) {
  Holder killed([&] { return take("GPU-1", Use::alone); });
  std::future<void> waiting = wait_for("GPU-1", Use::alone);
  killed.end();
  waiting.get();
}

TEST_F(GpuLockTest, TheFileIsForAllUsersWhateverTheUmask) {
  const mode_t before = umask(077);
  take("GPU-1", Use::alone);
  umask(before);
  EXPECT_EQ(fs::perms(0666), fs::status(file_of("GPU-1")).permissions());
}

TEST_F(GpuLockTest, AFileThatMayOnlyBeReadIsEnough) {
  folder_.write(file_of("GPU-1").filename(), "");
  fs::permissions(file_of("GPU-1"), fs::perms(0444));
  EXPECT_NO_THROW(take("GPU-1", Use::alone));
}

TEST_F(GpuLockTest, AFileThatWasTidiedAwayWhileOneWaitedIsMadeAnew) {
  auto mine = take("GPU-1", Use::alone);
  std::future<void> theirs = wait_for("GPU-1", Use::alone);
  fs::remove(file_of("GPU-1"));
  mine.reset();
  theirs.get();
  EXPECT_TRUE(fs::is_regular_file(file_of("GPU-1")));
}

TEST_F(GpuLockTest, ALockThatIsNoFileIsRefused) {
  fs::create_symlink(folder_.write("precious", "text"), file_of("GPU-1"));
  EXPECT_NE(std::string::npos, error_of("GPU-1").find("symbolic link"));
  ASSERT_EQ(0, mkfifo(file_of("GPU-2").c_str(), 0666));
  EXPECT_NE(std::string::npos, error_of("GPU-2").find("no regular file"));
  fs::create_directory(file_of("GPU-3"));
  EXPECT_NE(std::string::npos, error_of("GPU-3").find("no regular file"));
}

}  // namespace
}  // namespace warpgrade::system
