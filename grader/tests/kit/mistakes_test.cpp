#include "kit/mistakes.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "kit/operator_case.hpp"

namespace warpgrade::kit {
namespace {

CaseRequest asking(const std::string& op, const std::string& mistake = "", std::uint64_t n = 100) {
  return {.task = "", .op = op, .input = "random", .n = n, .parameters = {}, .seed = 5, .mistake = mistake};
}

CaseData inclusive_scan(const CaseRequest& request) {
  return operator_case(Types<std::uint8_t, int, Affine, Interval>(), request,
                       [](const auto& in, auto fold, auto& out) {
                         for (const auto& x : in) {
                           fold.add(x);
                           out.record(fold);
                         }
                       });
}

CaseData reduction(const CaseRequest& request) {
  return operator_case(Types<std::uint8_t, int>(), request, [](const auto& in, auto fold, auto& out) {
    for (const auto& x : in) fold.add(x);
    out.record(fold);
  });
}

std::vector<std::byte> result(const CaseData& data) { return data.outputs.at(0).values.bytes; }

TEST(Mistakes, AreOfferedByAskingForThem) {
  Mistakes mistakes(asking("sum_i32", "it is late"));
  EXPECT_FALSE(mistakes.make("it is early"));
  EXPECT_TRUE(mistakes.make("it is late"));
  EXPECT_EQ((std::vector<std::string>{"it is early", "it is late"}), mistakes.take_offered());
}

TEST(Mistakes, AMistakeWithTilesIsOfferedForEachSizeOfWhichTheInputHasSeveral) {
  Mistakes mistakes(asking("sum_i32", "only the first 64 count"));
  EXPECT_EQ(64u, mistakes.make_with_tiles("only the first # count"));
  EXPECT_EQ(0u, mistakes.make_with_tiles("only the last # count"));
  EXPECT_EQ((std::vector<std::string>{"only the first 32 count", "only the first 64 count",
                                      "only the last 32 count", "only the last 64 count"}),
            mistakes.take_offered());
}

TEST(Mistakes, EachMistakeOfAnOperatorGivesAWrongResult) {
  const CaseData right = inclusive_scan(asking("affine_u32"));
  EXPECT_EQ(4u, right.mistakes.size());
  for (const std::string& mistake : right.mistakes)
    EXPECT_NE(result(right), result(inclusive_scan(asking("affine_u32", mistake)))) << mistake;
}

TEST(Mistakes, AreNotOfferedWhereTheResultDoesNotTell) {
  EXPECT_FALSE(reduction(asking("sum_i32")).mistakes.empty());
  EXPECT_TRUE(reduction(asking("sum_u8")).mistakes.empty()) << "one of 256 numbers";
  EXPECT_TRUE(reduction(asking("max_i32")).mistakes.empty()) << "many elements may be left out";
  EXPECT_TRUE(reduction(asking("sum_i32", "", 7)).mistakes.empty()) << "too few elements";
  EXPECT_FALSE(inclusive_scan(asking("max_i32")).mistakes.empty());
  EXPECT_TRUE(inclusive_scan(asking("interval")).mistakes.empty()) << "one value stands for all mistakes";
}

}  // namespace
}  // namespace warpgrade::kit
