#include "system/temporary_folder.hpp"

#include <iterator>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpgrade::system {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, IsGoneAfterwards) {
  const TemporaryFolder parent;
  fs::path path;
  {
    const TemporaryFolder folder(parent.path());
    path = folder.path();
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, IsRemovedLaterIfItsOwnerWasKilled) {
  const TemporaryFolder parent;
  const pid_t owner = fork();
  if (owner == 0) {
    const TemporaryFolder folder(parent.path());
    fs::create_directory(folder.path() / "submission");
    kill(getpid(), SIGKILL);
  }
  waitpid(owner, nullptr, 0);
  const TemporaryFolder mine(parent.path());
  fs::create_directory(parent.path() / "somebody's");
  const auto entries = [&] {
    return std::distance(fs::directory_iterator(parent.path()), fs::directory_iterator());
  };
  ASSERT_EQ(3, entries());
  remove_abandoned_folders(parent.path());
  EXPECT_EQ(2, entries());
  EXPECT_TRUE(fs::exists(mine.path()));
}

}  // namespace
}  // namespace warpgrade::system
