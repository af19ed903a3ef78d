#include "kit/matrix.hpp"

#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::kit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::ThrowsMessage;

CaseRequest request_of(std::uint64_t n, std::map<std::string, std::int64_t> parameters) {
  return {.task = "one", .op = "softmax", .input = "random", .n = n, .parameters = std::move(parameters)};
}

TEST(Matrix, NAndOneSideGiveTheOtherSide) {
  const MatrixShape by_rows = matrix_shape(request_of(12, {{"rows", 3}}));
  EXPECT_EQ(3u, by_rows.rows);
  EXPECT_EQ(4u, by_rows.columns);
  const MatrixShape by_columns = matrix_shape(request_of(12, {{"columns", 6}, {"pad", 2}}));
  EXPECT_EQ(2u, by_columns.rows);
  EXPECT_EQ(6u, by_columns.columns);
  EXPECT_EQ(8u, by_columns.pitch());
  EXPECT_EQ(1u, matrix_shape(request_of(12, {})).rows);
}

TEST(Matrix, NoElementsAreRowsWithoutColumnsOrNoRows) {
  const MatrixShape empty_rows = matrix_shape(request_of(0, {{"rows", 3}}));
  EXPECT_EQ(3u, empty_rows.rows);
  EXPECT_EQ(0u, empty_rows.columns);
  const MatrixShape no_rows = matrix_shape(request_of(0, {{"columns", 3}}));
  EXPECT_EQ(0u, no_rows.rows);
  EXPECT_EQ(3u, no_rows.columns);
}

TEST(Matrix, WhatIsNoMatrixIsSaidToWhoWroteTheSpec) {
  EXPECT_THAT(
      [] {
        matrix_shape(request_of(13, {{"rows", 3}}));
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("n = 13 elements are no matrix of 3 rows")));
  EXPECT_THAT(
      [] {
        matrix_shape(request_of(12, {{"rows", 3}, {"columns", 4}}));
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("and not both")));
  EXPECT_THAT(
      [] {
        matrix_shape(request_of(12, {{"rows", 0}}));
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("rows = 0")));
}

TEST(Matrix, PaddingLiesBehindEachRow) {
  const std::vector<int> dense = {1, 2, 3, 4};
  EXPECT_THAT(with_pitch(dense, {.rows = 2, .columns = 2, .pad = 1}, -1), ElementsAre(1, 2, -1, 3, 4, -1));
}

TEST(Matrix, ALargeCaseHasMoreOfTheSideThatTheSpecLeavesOpen) {
  CaseData by_columns, by_rows, padded;
  const CaseRequest fixed_columns = request_of(4096, {{"columns", 64}}),
                    fixed_rows = request_of(4096, {{"rows", 8}});
  describe_matrix(by_columns, fixed_columns, matrix_shape(fixed_columns));
  EXPECT_EQ(64u, by_columns.growth.strip);
  EXPECT_THAT(by_columns.growth.parameters, ElementsAre(Pair("rows", 1)));
  describe_matrix(by_rows, fixed_rows, matrix_shape(fixed_rows));
  EXPECT_EQ(8u, by_rows.growth.strip);
  EXPECT_THAT(by_rows.growth.parameters, ElementsAre(Pair("columns", 1), Pair("pitch", 1)));
  padded.inputs.emplace_back();
  describe_matrix(padded, fixed_rows, {.rows = 8, .columns = 512, .pad = 1});
  EXPECT_EQ(0u, padded.growth.strip);
  EXPECT_TRUE(padded.inputs[0].strips.in_one_piece) << "so it can't be timed, and the spec is told so";
}

}  // namespace
}  // namespace warpgrade::kit
