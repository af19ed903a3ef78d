#include "judge/timing/comparison/comparison_data.hpp"

#include <gtest/gtest.h>

#include "kit/inputs.hpp"
#include "kit/oracle.hpp"

namespace warpgrade::judge {
namespace {

/// Weighs n numbers by three weights: two arrays grow with n, one input and one output don't.
kit::CaseData make_weighing(const kit::CaseRequest& request) {
  kit::CaseData data;
  const std::vector<std::int32_t> in(request.n, 1), weights = {1, 2, 3};
  const std::vector<std::uint8_t> marks(request.n, 1);
  const std::vector<std::uint64_t> total = {request.n};
  data.inputs.push_back(kit::Array::of<std::int32_t>("weights", {Scalar::i32}, weights));
  data.inputs.push_back(kit::Array::of<std::int32_t>("in", {Scalar::i32}, in));
  data.inputs.push_back(kit::Array::of<std::uint8_t>("marks", {Scalar::u8}, marks));
  data.outputs.push_back({kit::Array::of<std::int32_t>("out", {Scalar::i32}, in), {}});
  data.outputs.push_back({kit::Array::of<std::uint64_t>("total", {Scalar::u64}, total), {}});
  data.parameters = {{"scale", double(request.parameters.at("scale"))}};
  return data;
}
const kit::OracleRegistration registration("weighing", &make_weighing);

class RaceMaterialTest : public ::testing::Test {
 protected:
  RaceMaterialTest() { exercise_.name = "weighing"; }
  ComparisonData make(std::uint64_t n) {
    return make_comparison_data({.exercise = &exercise_,
                                 .task = "one",
                                 .op = "sum",
                                 .input = "random",
                                 .n = n,
                                 .parameters = {{"scale", 4}}});
  }
  spec::Exercise exercise_;
};

constexpr std::uint64_t kLarge = std::uint64_t(1) << 28, kPool = std::uint64_t(1) << 22;

TEST_F(RaceMaterialTest, WhatHasAsManyElementsAsTheCaseGrowsWithIt) {
  const ComparisonData material = make(kLarge);
  ASSERT_EQ(3u, material.comparison.inputs.size());
  EXPECT_EQ(12u, material.comparison.inputs[0].bytes) << "three weights";
  EXPECT_EQ(4 * kLarge, material.comparison.inputs[1].bytes);
  EXPECT_EQ(kLarge, material.comparison.inputs[2].bytes) << "by its own type";
  ASSERT_EQ(2u, material.comparison.outputs.size());
  EXPECT_EQ(4 * kLarge, material.comparison.outputs[0].bytes);
  EXPECT_EQ(8u, material.comparison.outputs[1].bytes) << "one total";
  EXPECT_EQ(12 + 5 * kLarge, material.input_bytes);
  EXPECT_EQ(4 * kLarge + 8, material.output_bytes);
}

TEST_F(RaceMaterialTest, ThePoolIsSmallHoweverLargeTheCase) {
  const ComparisonData material = make(kLarge);
  EXPECT_EQ(4 * kPool, material.comparison.inputs[1].pool_bytes);
  EXPECT_EQ(kPool, material.comparison.inputs[2].pool_bytes);
  EXPECT_EQ(material.pool.size(), material.comparison.shared_bytes);
}

TEST_F(RaceMaterialTest, ASmallCaseIsItsOwnPool) {
  const ComparisonData material = make(1000);
  EXPECT_EQ(4000u, material.comparison.inputs[1].bytes);
  EXPECT_EQ(4000u, material.comparison.inputs[1].pool_bytes);
}

TEST_F(RaceMaterialTest, PoolsAreAlignedAndDoNotOverlap) {
  const ComparisonData material = make(1001);
  std::uint64_t end = 0;
  for (const protocol::TimedArray& input : material.comparison.inputs) {
    EXPECT_EQ(0u, input.pool_offset % 256);
    EXPECT_GE(input.pool_offset, end);
    end = input.pool_offset + input.pool_bytes;
  }
  EXPECT_LE(end, material.comparison.shared_bytes);
}

TEST_F(RaceMaterialTest, ThePoolHoldsTheOraclesElements) {
  const ComparisonData material = make(1000);
  std::int32_t weights[3];
  std::memcpy(weights, &material.pool[material.comparison.inputs[0].pool_offset], sizeof weights);
  EXPECT_EQ(1, weights[0]);
  EXPECT_EQ(3, weights[2]);
}

TEST_F(RaceMaterialTest, APoolHasAtLeastOneWordOfTheReferees) {
  EXPECT_EQ(16u, make(1000).comparison.inputs[0].pool_bytes) << "of 12 bytes it could make none";
}

TEST_F(RaceMaterialTest, OutputsAndParametersAreThoseOfTheOracle) {
  const ComparisonData material = make(1000);
  ASSERT_EQ(2u, material.outputs.size());
  EXPECT_EQ("total", material.outputs[1].first);
  EXPECT_EQ("u64", material.outputs[1].second.name());
  EXPECT_EQ(4, material.parameters.at("scale"));
}

}  // namespace
}  // namespace warpgrade::judge
