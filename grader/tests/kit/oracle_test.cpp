#include "kit/oracle.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace warpgrade::kit
