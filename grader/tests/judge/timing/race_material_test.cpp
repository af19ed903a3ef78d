#include "judge/timing/race_material.hpp"

#include <gtest/gtest.h>

#include "judge/inputs.hpp"
#include "judge/oracle.hpp"

namespace warpgrade::judge {
namespace {

/// Weighs n numbers by three weights: two arrays grow with n, one input and one output don't.
CaseData make_weighing(const CaseRequest& request) {
  CaseData data;
  const std::vector<std::int32_t> in(request.n, 1), weights = {1, 2, 3};
  const std::vector<std::uint8_t> marks(request.n, 1);
  const std::vector<std::uint64_t> total = {request.n};
  data.inputs.push_back(Array::of<std::int32_t>("weights", {Scalar::i32}, weights));
  data.inputs.push_back(Array::of<std::int32_t>("in", {Scalar::i32}, in));
  data.inputs.push_back(Array::of<std::uint8_t>("marks", {Scalar::u8}, marks));
  data.outputs.push_back({Array::of<std::int32_t>("out", {Scalar::i32}, in), {}});
  data.outputs.push_back({Array::of<std::uint64_t>("total", {Scalar::u64}, total), {}});
  data.parameters = {{"scale", double(request.parameters.at("scale"))}};
  return data;
}
const OracleRegistration registration("weighing", &make_weighing);

class RaceMaterialTest : public ::testing::Test {
 protected:
  RaceMaterialTest() { exercise_.name = "weighing"; }
  RaceMaterial make(std::uint64_t n) {
    return make_race_material({.exercise = &exercise_,
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
  const RaceMaterial material = make(kLarge);
  ASSERT_EQ(3u, material.race.inputs.size());
  EXPECT_EQ(12u, material.race.inputs[0].bytes) << "three weights";
  EXPECT_EQ(4 * kLarge, material.race.inputs[1].bytes);
  EXPECT_EQ(kLarge, material.race.inputs[2].bytes) << "by its own type";
  ASSERT_EQ(2u, material.race.outputs.size());
  EXPECT_EQ(4 * kLarge, material.race.outputs[0].bytes);
  EXPECT_EQ(8u, material.race.outputs[1].bytes) << "one total";
  EXPECT_EQ(12 + 5 * kLarge, material.input_bytes);
  EXPECT_EQ(4 * kLarge + 8, material.output_bytes);
}

TEST_F(RaceMaterialTest, ThePoolIsSmallHoweverLargeTheCase) {
  const RaceMaterial material = make(kLarge);
  EXPECT_EQ(4 * kPool, material.race.inputs[1].pool_bytes);
  EXPECT_EQ(kPool, material.race.inputs[2].pool_bytes);
  EXPECT_EQ(material.pool.size(), material.race.shared_bytes);
}

TEST_F(RaceMaterialTest, ASmallCaseIsItsOwnPool) {
  const RaceMaterial material = make(1000);
  EXPECT_EQ(4000u, material.race.inputs[1].bytes);
  EXPECT_EQ(4000u, material.race.inputs[1].pool_bytes);
}

TEST_F(RaceMaterialTest, PoolsAreAlignedAndDoNotOverlap) {
  const RaceMaterial material = make(1001);
  std::uint64_t end = 0;
  for (const referee::RaceArray& input : material.race.inputs) {
    EXPECT_EQ(0u, input.pool_offset % 256);
    EXPECT_GE(input.pool_offset, end);
    end = input.pool_offset + input.pool_bytes;
  }
  EXPECT_LE(end, material.race.shared_bytes);
}

TEST_F(RaceMaterialTest, ThePoolHoldsTheOraclesElements) {
  const RaceMaterial material = make(1000);
  std::int32_t weights[3];
  std::memcpy(weights, &material.pool[material.race.inputs[0].pool_offset], sizeof weights);
  EXPECT_EQ(1, weights[0]);
  EXPECT_EQ(3, weights[2]);
}

TEST_F(RaceMaterialTest, APoolHasAtLeastOneWordOfTheReferees) {
  EXPECT_EQ(16u, make(1000).race.inputs[0].pool_bytes) << "of 12 bytes it could make none";
}

TEST_F(RaceMaterialTest, OutputsAndParametersAreThoseOfTheOracle) {
  const RaceMaterial material = make(1000);
  ASSERT_EQ(2u, material.outputs.size());
  EXPECT_EQ("total", material.outputs[1].first);
  EXPECT_EQ("u64", material.outputs[1].second.name());
  EXPECT_EQ(4, material.parameters.at("scale"));
}

}  // namespace
}  // namespace warpgrade::judge
