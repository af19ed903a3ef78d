#include "system/file_lock.hpp"

#include <csignal>
#include <future>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::system {
namespace {

using ::testing::HasSubstr;

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
  int ready[2];
  ASSERT_EQ(0, pipe(ready));
  const pid_t other = fork();
  if (other == 0) {
    const FileLock lock(folder.path() / "lock");
    (void)!write(ready[1], "x", 1);
    while (true) pause();
  }
  char byte = 0;
  ASSERT_EQ(1, read(ready[0], &byte, 1));
  std::vector<std::string> holders;
  const FileLock waiting(folder.path() / "lock", std::chrono::milliseconds(100),
                         [&](const std::string& holder) { holders.push_back(holder); });
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
  ASSERT_EQ(1u, holders.size());
#ifdef __linux__
  EXPECT_THAT(holders.front(), HasSubstr("process " + std::to_string(other)));
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

}  // namespace
}  // namespace warpgrade::system
