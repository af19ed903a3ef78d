#include "judge/compile/build_cache.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

TEST(BuildCache, FindsWhatWasPublished) {
  const support::TemporaryFolder folder;
  const BuildCache cache(folder.path() / "cache");
  EXPECT_TRUE(cache.find("abc").empty());
  folder.write("cache/building/runner", "x");
  const fs::path entry = cache.publish("abc", folder.path() / "cache/building");
  EXPECT_EQ(cache.find("abc"), entry);
  EXPECT_TRUE(fs::exists(entry / "runner"));
}

TEST(BuildCache, ForgetsADamagedRunner) {
  const support::TemporaryFolder folder;
  const BuildCache cache(folder.path() / "cache");
  folder.write("cache/building/runner", "all of it");
  const fs::path entry = cache.publish("abc", folder.path() / "cache/building");
  fs::resize_file(entry / "runner", 3);
  EXPECT_TRUE(cache.find("abc").empty());
  folder.write("cache/building/runner", "all of it");
  EXPECT_EQ(cache.publish("abc", folder.path() / "cache/building"), entry) << "it can be built again";
  EXPECT_EQ(cache.find("abc"), entry);
}

TEST(BuildCache, TheSecondOfTwoBuildsUsesTheFirstOnesEntry) {
  const support::TemporaryFolder folder;
  const BuildCache cache(folder.path() / "cache");
  folder.write("cache/first/runner", "1");
  folder.write("cache/second/runner", "2");
  const fs::path entry = cache.publish("abc", folder.path() / "cache/first");
  EXPECT_EQ(cache.publish("abc", folder.path() / "cache/second"), entry);
}

TEST(BuildCache, ForgetsWhatNobodyUsedForAWeek) {
  const support::TemporaryFolder folder;
  const BuildCache cache(folder.path() / "cache");
  for (const char* key : {"old", "used"}) {
    folder.write("cache/building/runner", "x");
    cache.publish(key, folder.path() / "cache/building");
    fs::last_write_time(folder.path() / "cache" / key,
                        fs::file_time_type::clock::now() - std::chrono::hours(200));
  }
  EXPECT_FALSE(cache.find("used").empty());
  folder.write("cache/building/runner", "x");
  cache.publish("new", folder.path() / "cache/building");
  EXPECT_TRUE(cache.find("old").empty());
  EXPECT_FALSE(cache.find("used").empty());
}

}  // namespace
}  // namespace warpgrade::judge
