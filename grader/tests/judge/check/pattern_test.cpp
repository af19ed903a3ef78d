#include "judge/check/pattern.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

std::vector<std::uint64_t> range(std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> indices(end - begin);
  std::iota(indices.begin(), indices.end(), begin);
  return indices;
}

TEST(DescribePositions, SaysWhereARunOfWrongElementsLies) {
  EXPECT_EQ("all from index 1024 on", describe_positions(range(1024, 2000), 2000));
  EXPECT_EQ("the first 32", describe_positions(range(0, 32), 100));
  EXPECT_EQ("all from index 10 to 19", describe_positions(range(10, 20), 100));
}

TEST(DescribePositions, NamesASingleElementAtAnEnd) {
  EXPECT_EQ("the last one", describe_positions({99}, 100));
  EXPECT_EQ("the first one", describe_positions({0}, 100));
  EXPECT_EQ("", describe_positions({50}, 100));
}

TEST(DescribePositions, SaysHowWrongElementsAreSpaced) {
  EXPECT_EQ("one in 32, from index 31 on", describe_positions({31, 63, 95}, 100));
  EXPECT_EQ("", describe_positions({31, 63, 95}, 1000)) << "it would go on after 95";
  EXPECT_EQ("", describe_positions({3, 63, 96}, 100));
}

TEST(DescribePositions, TellsTheFirstWrongBlockOrWarp) {
  EXPECT_EQ("all before index 256 are right", describe_positions({256, 300, 301}, 1000));
  EXPECT_EQ("", describe_positions({257, 300, 301}, 1000)) << "no border of a warp";
}

TEST(DescribePositions, IsSilentIfEverythingIsWrong) { EXPECT_EQ("", describe_positions(range(0, 8), 8)); }

class Values {
 public:
  Values(std::vector<int> in, std::vector<int> expected, std::vector<int> got)
      : inputs_{kit::Array::of<int>("in", {Scalar::i32}, in)},
        expected_(kit::Array::of<int>("out", {Scalar::i32}, expected)),
        got_(kit::Array::of<int>("out", {Scalar::i32}, got).bytes) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (expected[i] != got[i]) wrong_.push_back(i);
  }
  std::string describe() const { return describe_values({&expected_, &got_, &inputs_, wrong_}); }

 private:
  std::vector<kit::Array> inputs_;
  kit::Array expected_;
  std::vector<std::byte> got_;
  std::vector<std::uint64_t> wrong_;
};

TEST(DescribeValues, NoticesACopyOfTheInput) {
  EXPECT_EQ("Each wrong element equals that of the input \"in\" at the same index.",
            Values({3, 4, 5, 6}, {3, 7, 12, 18}, {3, 4, 5, 6}).describe());
}

TEST(DescribeValues, NoticesACopyOfTheInputInAnArrayWithRoom) {
  EXPECT_EQ("Each wrong element equals that of the input \"in\" at the same index.",
            Values({3, 4, 5, 6}, {3, 5, 6}, {3, 4, 5, 6}).describe());
}

TEST(DescribeValues, NoticesOneValueEverywhere) {
  EXPECT_EQ("All wrong elements are 0.", Values({1, 2, 3, 4}, {1, 3, 6, 10}, {1, 0, 0, 0}).describe());
}

TEST(DescribeValues, NoticesInclusiveForExclusive) {
  EXPECT_EQ("Each wrong element holds what belongs one place further on.",
            Values({9, 5, 7, 8}, {0, 9, 14, 21}, {9, 14, 21, 29}).describe());
}

TEST(DescribeValues, NoticesExclusiveForInclusive) {
  EXPECT_EQ("Each wrong element holds what belongs one place earlier.",
            Values({9, 5, 7, 8}, {9, 14, 21, 29}, {0, 9, 14, 21}).describe());
}

TEST(DescribeValues, NoticesRightValuesAtWrongPlaces) {
  EXPECT_EQ("The values are the right ones, but at the wrong places.",
            Values({5, 3, 9, 1}, {1, 3, 5, 9}, {3, 1, 9, 5}).describe());
}

TEST(DescribeValues, IsSilentWithoutAPattern) {
  EXPECT_EQ("", Values({5, 3, 9, 1}, {1, 3, 5, 9}, {4, 8, 2, 7}).describe());
  EXPECT_EQ("", Values({5, 3}, {1, 3}, {4, 3}).describe()) << "one element makes no pattern";
}

TEST(DescribeValues, NoticesAWrongSignAndOneDifferenceEverywhere) {
  EXPECT_EQ("Each wrong element has the wrong sign.", Values({8, 8, 8}, {1, -2, 3}, {-1, 2, -3}).describe());
  EXPECT_EQ("Each wrong element is 2 too large.", Values({8, 8, 8}, {1, 5, 9}, {3, 7, 11}).describe());
  EXPECT_EQ("", Values({8, 8, 8}, {1, 5, 9}, {3, 7, 12}).describe());
}

TEST(DescribeValues, OneExceptionSpoilsAPattern) {
  EXPECT_EQ("", Values({9, 5, 7, 8, 1}, {9, 14, 21, 29, 30}, {0, 9, 14, 99, 29}).describe());
  EXPECT_EQ("", Values({9, 5, 7}, {1, 2, 3}, {0, 0, 8}).describe());
}

}  // namespace
}  // namespace warpgrade::judge
