#include "kit/oracle.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "kit/operator_case.hpp"

namespace warpgrade::kit {
namespace {

CaseData make_nothing(const CaseRequest&) { return {}; }
const OracleRegistration registration("oracle_test", &make_nothing);

TEST(Oracle, IsFoundByTheNameOfItsExercise) {
  EXPECT_TRUE(find_oracle("oracle_test"));
  EXPECT_FALSE(find_oracle("nobody"));
}

/// A list of three numbers in an array of eight, and two outputs that could hold their count.
CaseData list_whose_length_is_in(const std::string& name) {
  const std::vector<std::uint32_t> numbers = {4, 5, 6}, length = {3};
  CaseData data;
  data.outputs.push_back({Array::of<std::uint32_t>("pair", {Scalar::u32}, std::vector<std::uint32_t>{3, 3})});
  data.outputs.push_back({Array::of<std::uint32_t>("length", {Scalar::u32}, length)});
  data.outputs.push_back(
      {.values = Array::of<std::uint32_t>("list", {Scalar::u32}, numbers), .room = 8, .length_in = name});
  return data;
}

TEST(ExpectedArray, HasRoomForItsValuesAtLeast) {
  const CaseData data = list_whose_length_is_in("length");
  EXPECT_EQ(8u, data.outputs[2].capacity());
  EXPECT_EQ(32u, data.outputs[2].capacity_bytes());
  EXPECT_EQ(2u, data.outputs[0].capacity()) << "no room to spare: as many as there are values";
}

TEST(LengthOutput, IsTheOneThatTheOracleNames) {
  const CaseData data = list_whose_length_is_in("length");
  EXPECT_EQ(1u, data.length_output(2));
  EXPECT_EQ(std::nullopt, data.length_output(0)) << "its length is fixed";
}

TEST(LengthOutput, MustBeOneNumber) {
  for (const char* name : {"pair", "list", "nobody", ""})
    EXPECT_THROW(list_whose_length_is_in(name).length_output(2), std::invalid_argument) << name;
}

TEST(UnknownName, SaysWhatIsKnown) {
  const UnknownName error("operator", "sum_i23", {"sum_i32", "max_i32"});
  EXPECT_STREQ("there is no operator \"sum_i23\" here; known: sum_i32, max_i32", error.what());
}

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

TEST(Mistakes, AnIdentityOf0IsToldEvenByOneNumber) {
  for (const std::uint64_t n : {0u, 1u, 100u})
    EXPECT_EQ(std::vector<std::string>{kIdentityIsZero}, reduction(asking("max_i32", "", n)).mistakes)
        << "many elements may be left out";
  EXPECT_NE(result(reduction(asking("max_i32", "", 0))),
            result(reduction(asking("max_i32", kIdentityIsZero, 0))));
  EXPECT_TRUE(reduction(asking("sum_i32", "", 0)).mistakes.empty()) << "it is 0";
}

TEST(Mistakes, AreNotOfferedWhereTheResultDoesNotTell) {
  EXPECT_FALSE(reduction(asking("sum_i32")).mistakes.empty());
  EXPECT_TRUE(reduction(asking("sum_u8")).mistakes.empty()) << "one of 256 numbers";
  EXPECT_TRUE(reduction(asking("sum_i32", "", 7)).mistakes.empty()) << "too few elements";
  EXPECT_FALSE(inclusive_scan(asking("max_i32")).mistakes.empty());
  EXPECT_TRUE(inclusive_scan(asking("interval")).mistakes.empty()) << "one value stands for all mistakes";
}

}  // namespace
}  // namespace warpgrade::kit
