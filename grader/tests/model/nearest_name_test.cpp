#include "model/nearest_name.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

TEST(NearestName, FindsTheLikelyWord) {
  const std::vector<std::string> known = {"name", "title", "points", "n_log2n"};
  EXPECT_EQ("points", nearest_name("pionts", known));
  EXPECT_EQ("points", nearest_name("point", known));
  EXPECT_EQ("title", nearest_name("titel", known));
  EXPECT_EQ("n_log2n", nearest_name("nlog2n", known));
}

TEST(NearestName, FindsNothingForAnotherWord) {
  const std::vector<std::string> known = {"name", "title", "points"};
  EXPECT_EQ("", nearest_name("deadline", known));
  EXPECT_EQ("", nearest_name("xy", known));
  EXPECT_EQ("", nearest_name(std::string(100000, 'n'), known));
}

TEST(NearestName, IsTheOneOfLeastDistance) {
  EXPECT_EQ("reduce", nearest_name("redcue", {"scan", "reduce", "radix"}));
  EXPECT_EQ("", nearest_name("zzz", {"scan", "reduce"}));
}

TEST(DidYouMean, AsksOnlyWhereANameIsNear) {
  EXPECT_EQ(" Did you mean 'reduce'?", did_you_mean("redcue", {"scan", "reduce"}));
  EXPECT_EQ("", did_you_mean("zzz", {"scan", "reduce"}));
}

}  // namespace
}  // namespace warpgrade
