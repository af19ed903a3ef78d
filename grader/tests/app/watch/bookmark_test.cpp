#include "app/watch/bookmark.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::app {
namespace {

class BookmarkTest : public testing::Test {
 protected:
  BookmarkTest() { installation_.cache = folder_.path() / "cache"; }
  support::TemporaryFolder folder_;
  Installation installation_;
};

TEST_F(BookmarkTest, EachSubmissionHasItsOwn) {
  write_bookmark(installation_, "/a", {"scan/blelloch", 1});
  write_bookmark(installation_, "/b", {"map/write", 0});
  write_bookmark(installation_, "/a", {"scan/blelloch", 2});
  EXPECT_EQ((Bookmark{"scan/blelloch", 2}), read_bookmark(installation_, "/a"));
  EXPECT_EQ((Bookmark{"map/write", 0}), read_bookmark(installation_, "/b"));
}

TEST_F(BookmarkTest, WithoutAFileOrWithABrokenOneNothingIsKnown) {
  EXPECT_EQ(Bookmark{}, read_bookmark(installation_, "/a"));
  folder_.write("cache/bookmarks.json", R"({"/a": {"task": 7}, "/b")");
  EXPECT_EQ(Bookmark{}, read_bookmark(installation_, "/a"));
  folder_.write("cache/bookmarks.json", R"({"/a": {"task": 7}})");
  EXPECT_EQ(Bookmark{}, read_bookmark(installation_, "/a"));
  write_bookmark(installation_, "/a", {"map/write", 1});
  EXPECT_EQ((Bookmark{"map/write", 1}), read_bookmark(installation_, "/a"));
}

}  // namespace
}  // namespace warpgrade::app
