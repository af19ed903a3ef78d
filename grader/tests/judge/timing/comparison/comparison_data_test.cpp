#include "judge/timing/comparison/comparison_data.hpp"

#include <cstring>
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/compile/toolchain.hpp"
#include "judge/oracles/oracles.hpp"
#include "kit/inputs.hpp"
#include "kit/oracle.hpp"
#include "referee/strips.hpp"

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

/// Keeps the first quarter of n numbers of 8 bytes, in an array that has room for all.
kit::CaseData make_quarter(const kit::CaseRequest& request) {
  kit::CaseData data;
  const std::vector<std::uint64_t> in(request.n, 1), kept(request.n / 4, 1);
  const std::vector<std::uint32_t> count = {std::uint32_t(kept.size())};
  data.inputs.push_back(kit::Array::of<std::uint64_t>("in", {Scalar::u64}, in));
  data.outputs.push_back({.values = kit::Array::of<std::uint64_t>("kept", {Scalar::u64}, kept),
                          .room = request.n,
                          .length_in = request.op});
  data.outputs.push_back({kit::Array::of<std::uint32_t>("count", {Scalar::u32}, count)});
  return data;
}

ComparisonData make(const kit::Oracle& oracle, std::uint64_t n, const std::string& op = "sum") {
  const spec::Exercise exercise;
  return make_comparison_data(
      {&exercise,
       {.task = "one", .op = op, .input = "random", .n = n, .parameters = {{"scale", 4}}, .seed = 0}},
      oracle);
}

constexpr std::uint64_t kLarge = std::uint64_t(1) << 28, kPool = std::uint64_t(1) << 22;

TEST(ComparisonData, AnArrayWithAsManyElementsAsTheCaseGrowsWithIt) {
  const ComparisonData data = make(&make_weighing, kLarge);
  ASSERT_EQ(3u, data.comparison.inputs.size());
  EXPECT_EQ(12u, data.comparison.inputs[0].bytes) << "three weights";
  EXPECT_EQ(4 * kLarge, data.comparison.inputs[1].bytes);
  EXPECT_EQ(kLarge, data.comparison.inputs[2].bytes) << "by its own type";
  ASSERT_EQ(2u, data.comparison.outputs.size());
  EXPECT_EQ(4 * kLarge, data.comparison.outputs[0].bytes);
  EXPECT_EQ(8u, data.comparison.outputs[1].bytes) << "one total";
  EXPECT_EQ(12 + 5 * kLarge, data.input_bytes);
  EXPECT_EQ(4 * kLarge + 8, data.output_bytes);
  EXPECT_EQ("total", data.outputs[1].first);
  EXPECT_EQ("u64", data.outputs[1].second.name());
  EXPECT_EQ(4, data.task.parameters.at("scale"));
}

TEST(ComparisonData, AnOutputWithAMagnitudeMayBeOffByTheTasksTolerance) {
  const kit::Oracle halves = [](const kit::CaseRequest& request) {
    kit::CaseData data;
    const std::vector<float> in(request.n, 1), out(request.n, 0.5F);
    data.inputs.push_back(kit::Array::of<float>("in", {Scalar::f32}, in));
    data.outputs.push_back({kit::Array::of<float>("out", {Scalar::f32}, out), {}});
    data.outputs.push_back(
        {kit::Array::of<float>("rounded", {Scalar::f32}, out), std::vector<double>(request.n, 1)});
    return data;
  };
  spec::Exercise exercise;
  exercise.tasks.emplace_back().name = "one";
  const ComparisonRequest request{
      &exercise, {.task = "one", .op = "half", .input = "random", .n = kLarge, .parameters = {}, .seed = 0}};
  EXPECT_FALSE(make_comparison_data(request, halves).rounds());
  exercise.tasks[0].tolerance["f32"].sum_abs = 64;
  const ComparisonData data = make_comparison_data(request, halves);
  EXPECT_TRUE(data.rounds());
  EXPECT_EQ(0, data.comparison.outputs[0].rounding.share) << "it has no magnitude";
  EXPECT_EQ("f32", data.comparison.outputs[1].rounding.scalar);
  EXPECT_DOUBLE_EQ(64 * ElementType{Scalar::f32}.epsilon(), data.comparison.outputs[1].rounding.share);
}

TEST(ComparisonData, ThePoolIsSmallHoweverLargeTheCase) {
  const ComparisonData data = make(&make_weighing, kLarge);
  EXPECT_EQ(4 * kPool, data.comparison.inputs[1].pool_bytes);
  EXPECT_EQ(kPool, data.comparison.inputs[2].pool_bytes);
  EXPECT_EQ(data.pool.size(), data.comparison.shared_bytes);
}

TEST(ComparisonData, ASmallCaseIsItsOwnPool) {
  const ComparisonData data = make(&make_weighing, 1001);
  EXPECT_EQ(4004u, data.comparison.inputs[1].bytes);
  EXPECT_EQ(4004u, data.comparison.inputs[1].pool_bytes);
  EXPECT_EQ(16u, data.comparison.inputs[0].pool_bytes) << "of 12 bytes the referee could make no word";
  std::uint64_t end = 0;
  for (const protocol::TimedArray& input : data.comparison.inputs) {
    EXPECT_EQ(0u, input.pool_offset % 256);
    EXPECT_GE(input.pool_offset, end) << "pools do not overlap";
    end = input.pool_offset + input.pool_bytes;
  }
  EXPECT_LE(end, data.comparison.shared_bytes);
  std::int32_t weights[3];
  std::memcpy(weights, &data.pool[data.comparison.inputs[0].pool_offset], sizeof weights);
  EXPECT_EQ(3, weights[2]) << "the oracle's elements";
}

TEST(ComparisonData, AnOutputWithRoomGrowsByItsRoomButOnlyItsValuesMustBeWritten) {
  for (const std::uint64_t n : {std::uint64_t(1000), kLarge}) {
    const ComparisonData data = make(&make_quarter, n, "count");
    EXPECT_EQ(8 * n, data.comparison.outputs[0].bytes);
    EXPECT_EQ(2 * n + 4, data.output_bytes);
    EXPECT_EQ(1, data.comparison.outputs[0].length.output) << "holds the length";
    EXPECT_EQ(8u, data.comparison.outputs[0].length.element_bytes);
    EXPECT_EQ(-1, data.comparison.outputs[1].length.output);
  }
  EXPECT_THROW(make(&make_quarter, 1000, "nobody"), std::invalid_argument) << "no output holds the length";
}

// ---- Cases that grow by strips: the matrices of spmv ---------------------------------------------------

ComparisonData make_matrix_data(const std::string& input, std::uint64_t n) {
  spec::Exercise exercise;
  exercise.name = "spmv";
  exercise.folder = ASSIGNMENTS "/compact_sort/spmv";
  Oracles oracles(read_toolchain(TOOLCHAIN_JSON).oracle, ORACLE_CACHE, ASSIGNMENTS "/../datasets");
  return make_comparison_data(
      {&exercise,
       {.task = "segmented", .op = "multiply_f32", .input = input, .n = n, .parameters = {}, .seed = 1}},
      oracles.of(exercise));
}

/// An input as the referee makes it on the GPU.
std::vector<std::uint32_t> fill(const ComparisonData& data, std::size_t input, std::uint64_t seed) {
  const protocol::TimedArray& array = data.comparison.inputs[input];
  std::vector<std::uint32_t> pool(array.pool_bytes / 4), all(array.bytes / 4);
  std::memcpy(pool.data(), &data.pool[array.pool_offset], array.pool_bytes);
  const auto& [elements, step, count, in_pool] = array.strips;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto from = referee::pool_element(i, {elements, step, count, in_pool}, seed);
    all[i] = pool.at(from.index) + from.plus;
  }
  return all;
}

class StripsTest : public ::testing::TestWithParam<const char*> {};

TEST_P(StripsTest, TheRefereeMakesAMatrixFromAMatrix) {
  for (const std::uint64_t n : {std::uint64_t(1000), std::uint64_t(1) << 16, std::uint64_t(1) << 18}) {
    const ComparisonData data = make_matrix_data(GetParam(), n);
    const std::vector<std::uint32_t> offsets = fill(data, 0, n), columns = fill(data, 1, n);
    const std::uint64_t width = data.comparison.inputs[3].bytes / sizeof(float);
    ASSERT_EQ(n + 1, offsets.size());
    ASSERT_EQ(0u, offsets.front());
    ASSERT_EQ(columns.size(), offsets.back());
    ASSERT_EQ(double(columns.size()), data.task.parameters.at("elements"));
    ASSERT_EQ(4 * columns.size(), data.comparison.inputs[2].bytes) << "as many values";
    ASSERT_EQ(4 * n, data.comparison.outputs[0].bytes);
    for (std::uint64_t r = 0; r < n; ++r) {
      ASSERT_LE(offsets[r], offsets[r + 1]) << "row " << r << " of " << n;
      for (std::uint32_t e = offsets[r]; e < offsets[r + 1]; ++e) {
        ASSERT_LT(columns[e], width) << "row " << r << " of " << n;
        if (e > offsets[r]) {
          ASSERT_LT(columns[e - 1], columns[e]) << "row " << r << " of " << n;
        }
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(OfSpmv, StripsTest, ::testing::Values("banded", "hubs", "bars"));

TEST(MatrixDataTest, AnotherSeedIsAnotherMatrix) {
  const ComparisonData data = make_matrix_data("hubs", std::uint64_t(1) << 18);
  EXPECT_NE(fill(data, 0, 1), fill(data, 0, 2));
}

TEST(MatrixDataTest, AnInputWithoutStripsIsRefusedWithTheReason) {
  for (const char* input : {"skewed", "edges", "random"})
    EXPECT_THAT([&] { make_matrix_data(input, 500); },
                ::testing::ThrowsMessage<std::runtime_error>(
                    ::testing::HasSubstr("the oracle does not say how \"row_offsets\" grows")));
}

TEST(MatrixDataTest, SizesThatCantBeMadeFromStripsAreRefusedWithTheReason) {
  EXPECT_NO_THROW(make_matrix_data("bars", 1009)) << "small: the oracle makes it";
  EXPECT_THAT([] { make_matrix_data("bars", (1 << 18) + 1); },
              ::testing::ThrowsMessage<std::runtime_error>(::testing::HasSubstr("use a multiple of 512")));
  EXPECT_THAT([] { make_matrix_data("banded", std::uint64_t(1) << 25); },
              ::testing::ThrowsMessage<std::runtime_error>(::testing::HasSubstr("33554400 is the largest")));
}

}  // namespace
}  // namespace warpgrade::judge
