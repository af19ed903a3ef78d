#include "system/file_lock.hpp"

#include <future>
#include <memory>
#include <string>
#include <unistd.h>

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

}  // namespace
}  // namespace warpgrade::system
