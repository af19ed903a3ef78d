#include "system/temporary_folder.hpp"

#include <chrono>
#include <iterator>
#include <signal.h>
#include <stdlib.h>
#include <string>
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

TEST(TemporaryFolder, OfAnotherMachineIsRemovedOnlyAfterADay) {
  const TemporaryFolder parent;
  const fs::path fresh = parent.path() / "warpgrade-host00-abcdef", old = parent.path() / "warpgrade-abcdef";
  fs::create_directory(fresh);
  fs::create_directory(old);
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(25));
  remove_abandoned_folders(parent.path());
  EXPECT_TRUE(fs::exists(fresh)) << "this machine may not see its lock";
  EXPECT_FALSE(fs::exists(old));
}

TEST(TemporaryFolder, WhereTheFolderThatIsNamedCanNotBeUsedTheUsualOneIs) {
  const TemporaryFolder usable;
  const char* const before = getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", usable.path().c_str(), 1);
  EXPECT_EQ("", require_temporary_folder());
  for (const std::string& unusable : {(usable.path() / "missing").string(), std::string("/dev/null")}) {
    setenv("TMPDIR", unusable.c_str(), 1);
    EXPECT_NE(std::string::npos, require_temporary_folder().find("'" + unusable + "'"));
    EXPECT_EQ("/tmp", fs::temp_directory_path());
  }
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
}

}  // namespace
}  // namespace warpgrade::system
