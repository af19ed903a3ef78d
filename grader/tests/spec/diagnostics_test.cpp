#include "spec/diagnostics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::spec {
namespace {

TEST(Location, IsWrittenAsCompilersWriteIt) {
  EXPECT_EQ("scan/exercise.toml:3:7", (Location{"scan/exercise.toml", 3, 7}.str()));
  EXPECT_EQ("scan/exercise.toml", (Location{"scan/exercise.toml", 0, 0}.str()));
}

TEST(Diagnostics, NothingFoundNothingThrown) { EXPECT_NO_THROW(Diagnostics("a.toml").throw_if_any()); }

TEST(Diagnostics, AreInTheOrderOfTheFile) {
  Diagnostics diagnostics("a.toml");
  diagnostics.add({"a.toml", 9, 1}, "third");
  diagnostics.add({"a.toml", 2, 8}, "second");
  diagnostics.add({"a.toml", 2, 3}, "first");
  try {
    diagnostics.throw_if_any();
    FAIL() << "nothing was thrown";
  } catch (const SpecError& error) {
    EXPECT_STREQ("a.toml:2:3: first\na.toml:2:8: second\na.toml:9:1: third", error.what());
  }
}

TEST(Diagnostics, AreLimitedWithACountOfTheRest) {
  Diagnostics diagnostics("a.toml");
  for (int i = 0; i < 100; ++i) diagnostics.add({"a.toml", i + 1, 1}, "wrong");
  try {
    diagnostics.throw_if_any();
    FAIL() << "nothing was thrown";
  } catch (const SpecError& error) {
    ASSERT_EQ(65u, error.diagnostics().size());
    EXPECT_EQ("a.toml: and 36 more; correct those above first", error.diagnostics().back().str());
  }
}

TEST(Suggestion, ListsWhatIsKnownWhereNothingIsNear) {
  EXPECT_EQ("; did you mean 'title'?", suggestion("tittle", {"name", "title"}));
  EXPECT_EQ(": remove it, or use one of name, title", suggestion("deadline", {"name", "title"}));
}

TEST(Slug, IsAFolderACppNameAndATestNameAtOnce) {
  for (const char* good : {"scan", "merge_sort", "radix2", "a"}) EXPECT_TRUE(is_slug(good)) << good;
  for (const char* bad : {"", "Scan", "2d", "_x", "a-b", "a b", "../a", "a.b", "é"}) {
    EXPECT_FALSE(is_slug(bad)) << bad;
  }
}

}  // namespace
}  // namespace warpgrade::spec
