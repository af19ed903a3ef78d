#include "judge/check/compare.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "kit/inputs.hpp"

namespace warpgrade::judge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  return kit::Array::of<T>("", kit::element_type_of<T>(), values).bytes;
}

template <class T>
kit::CaseData expecting(const std::vector<T>& values, std::vector<double> magnitude = {}) {
  kit::CaseData data;
  data.outputs.push_back({kit::Array::of<T>("out", kit::element_type_of<T>(), values), std::move(magnitude)});
  return data;
}

template <class T>
std::optional<Finding> compare(const kit::CaseData& data, const std::vector<T>& got,
                               const Tolerances& tolerances = {}) {
  const Bytes bytes = bytes_of(got);
  return compare_outputs(data, {bytes}, {Bytes(bytes.size(), std::byte(0xA5))}, tolerances);
}

Tolerances f32_tolerance(double sum_abs) {
  spec::Tolerance tolerance;
  tolerance.sum_abs = sum_abs;
  return {{"f32", tolerance}};
}

TEST(IsClose, NanEqualsOnlyNan) {
  EXPECT_TRUE(is_close(kNan, kNan, 0));
  EXPECT_FALSE(is_close(kNan, 1, 1e300));
  EXPECT_FALSE(is_close(1, kNan, 1e300));
  EXPECT_FALSE(is_close(kNan, kInfinity, kInfinity));
}

TEST(IsClose, InfinityEqualsOnlyTheSameInfinity) {
  EXPECT_TRUE(is_close(kInfinity, kInfinity, 0));
  EXPECT_FALSE(is_close(kInfinity, -kInfinity, kInfinity));
  EXPECT_FALSE(is_close(1e300, kInfinity, kInfinity));
  EXPECT_FALSE(is_close(kInfinity, 1, kInfinity));
}

TEST(IsClose, ADifferenceUpToTheToleranceIsAllowed) {
  EXPECT_TRUE(is_close(1.5, 1, 0.5));
  EXPECT_FALSE(is_close(1.5, 1, 0.25));
  EXPECT_FALSE(is_close(1.5, 1, kNan)) << "a tolerance that is NaN allows nothing";
  EXPECT_TRUE(is_close(0.0, -0.0, 0));
}

TEST(Compare, EqualOutputsGiveNoFinding) {
  EXPECT_FALSE(compare(expecting<int>({1, 2, 3}), std::vector<int>{1, 2, 3}));
  EXPECT_FALSE(compare(expecting<int>({}), std::vector<int>{})) << "nothing to write, nothing wrong";
}

TEST(Compare, IntegersAreExact) {
  const auto finding = compare(expecting<std::int32_t>({1, 2, 3}), std::vector<std::int32_t>{1, 7, 3});
  ASSERT_TRUE(finding);
  EXPECT_EQ(Verdict::wrong_answer, finding->verdict);
  EXPECT_EQ("\"out\": 1 of 3 elements is wrong.", finding->message);
  ASSERT_EQ(1u, finding->mismatches.size());
  EXPECT_EQ("out", finding->mismatches[0].array);
  EXPECT_EQ(1u, finding->mismatches[0].index);
  EXPECT_EQ("2", finding->mismatches[0].expected);
  EXPECT_EQ("7", finding->mismatches[0].got);
}

TEST(Compare, TheInputOfTheFirstWrongElementIsToldUnlessANoteDoes) {
  kit::CaseData data = expecting<std::int32_t>({1, 2, 3});
  const std::vector<std::int32_t> in = {5, -6, 7}, other_size = {9};
  data.inputs = {kit::Array::of("in", ElementType::parse("i32"), std::span(in)),
                 kit::Array::of("k", ElementType::parse("i32"), std::span(other_size))};
  EXPECT_EQ("The first has in[1] = -6. Here k = 9.", compare<std::int32_t>(data, {1, 7, 3})->inputs);
  data.note = "Here in[i] = i + 1.";
  EXPECT_EQ("", compare<std::int32_t>(data, {1, 7, 3})->inputs);
}

TEST(Compare, StructsAreExact) {
  const auto finding = compare(expecting<Interval>({{0, 1}, {0, 2}}), std::vector<Interval>{{0, 1}, {1, 2}});
  ASSERT_TRUE(finding);
  EXPECT_EQ("(0, 2)", finding->mismatches.at(0).expected);
  EXPECT_EQ("(1, 2)", finding->mismatches.at(0).got);
}

/// Two values in an array with room for four.
kit::CaseData expecting_with_room() {
  kit::CaseData data = expecting<std::int32_t>({7, 8});
  data.outputs[0].room = 4;
  return data;
}

TEST(Compare, BytesBehindTheValuesAreNotCompared) {
  EXPECT_FALSE(compare<std::int32_t>(expecting_with_room(), {7, 8, 0, 0}));
  EXPECT_FALSE(compare<std::int32_t>(expecting_with_room(), {7, 8, -1, 99}));
}

TEST(Compare, OnlyTheValuesOfAnArrayWithRoomAreCounted) {
  const auto finding = compare<std::int32_t>(expecting_with_room(), {7, 9, 1, 2});
  ASSERT_TRUE(finding);
  EXPECT_EQ("\"out\": 1 of 2 elements is wrong: the last one.", finding->message);
  EXPECT_EQ(1u, finding->mismatch_count);
}

TEST(Compare, ValuesThatWereNeverWrittenAreToldInAnArrayWithRoomToo) {
  const std::int32_t poison = std::int32_t(0xA5A5A5A5);
  const auto untouched = compare<std::int32_t>(expecting_with_room(), {poison, poison, poison, poison});
  ASSERT_TRUE(untouched);
  EXPECT_EQ(Verdict::not_started, untouched->verdict);
  const auto half = compare<std::int32_t>(expecting_with_room(), {7, poison, poison, poison});
  ASSERT_TRUE(half);
  EXPECT_EQ("\"out\": 1 of 2 elements is wrong: the last one. It was never written.", half->message);
}

TEST(Compare, AnArrayWithRoomMustComeBackWhole) {
  const auto finding = compare<std::int32_t>(expecting_with_room(), {7, 8});
  ASSERT_TRUE(finding);
  EXPECT_EQ(Verdict::grader_error, finding->verdict);
}

TEST(Compare, ShowsTheFirstFiveAndCountsAll) {
  const std::vector<int> zeros(20, 0);
  std::vector<int> got(20, 0);
  for (int i = 3; i < 17; ++i) got[i] = 1;
  const auto finding = compare(expecting(zeros), got);
  ASSERT_TRUE(finding);
  EXPECT_EQ(14u, finding->mismatch_count);
  ASSERT_EQ(5u, finding->mismatches.size());
  EXPECT_EQ(7u, finding->mismatches.back().index);
}

TEST(Compare, FloatsAreExactWithoutATolerance) {
  const float next = std::nextafter(1.0f, 2.0f);
  EXPECT_TRUE(compare(expecting<float>({1}, {1}), std::vector<float>{next}));
  EXPECT_TRUE(compare(expecting<float>({1}), std::vector<float>{next}, f32_tolerance(1000)))
      << "an oracle that gives no magnitude asks for exactness";
  EXPECT_FALSE(compare(expecting<float>({0.0f}), std::vector<float>{-0.0f}));
}

TEST(Compare, MinusZeroIsNotZeroAndNansDifferIfEveryBitCounts) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  kit::CaseData data = expecting<float>({-0.0f, -nan});
  EXPECT_FALSE(compare(data, std::vector<float>{0.0f, nan}));
  data.outputs[0].every_bit = true;
  EXPECT_FALSE(compare(data, std::vector<float>{-0.0f, -nan}));
  const auto finding = compare(data, std::vector<float>{0.0f, nan});
  ASSERT_TRUE(finding);
  EXPECT_EQ(2u, finding->mismatch_count);
  EXPECT_EQ("-nan", finding->mismatches.back().expected);
}

TEST(Compare, TheToleranceScalesWithWhatWasSummed) {
  const float epsilon = std::numeric_limits<float>::epsilon();
  const auto data = expecting<float>({1, 1}, {1, 100});
  EXPECT_FALSE(compare(data, std::vector<float>{1 + 2 * epsilon, 1 + 200 * epsilon}, f32_tolerance(2)));
  const auto finding =
      compare(data, std::vector<float>{1 + 3 * epsilon, 1 + 200 * epsilon}, f32_tolerance(2));
  ASSERT_TRUE(finding);
  EXPECT_EQ(1u, finding->mismatch_count);
}

TEST(Compare, TheToleranceOfF64IsItsOwn) {
  spec::Tolerance wide;
  wide.sum_abs = 4;
  const double epsilon = std::numeric_limits<double>::epsilon();
  const auto data = expecting<double>({1}, {1});
  EXPECT_FALSE(compare(data, std::vector<double>{1 + 4 * epsilon}, {{"f64", wide}}));
  EXPECT_TRUE(compare(data, std::vector<double>{1 + 5 * epsilon}, {{"f64", wide}}));
  EXPECT_TRUE(compare(data, std::vector<double>{1 + 4 * epsilon}, {{"f32", wide}}));
}

TEST(Compare, TheToleranceOfHalfPrecisionIsItsOwn) {
  spec::Tolerance tolerance;
  tolerance.sum_abs = 1;
  const kit::CaseData data = expecting<Half>({Half(3)}, {3});
  EXPECT_FALSE(compare<Half>(data, {Half(3.002)}, {{"f16", tolerance}}));
  EXPECT_TRUE(compare<Half>(data, {Half(3.006)}, {{"f16", tolerance}}));
  EXPECT_TRUE(compare<Half>(data, {Half(3.002)}, {{"f32", tolerance}}));
}

TEST(Compare, NanNeverPassesForANumber) {
  const auto data = expecting<float>({1}, {1});
  EXPECT_TRUE(compare(data, std::vector<float>{float(kNan)}, f32_tolerance(1e30)));
  const auto expecting_nan = expecting<float>({float(kNan)}, {float(kNan)});
  EXPECT_TRUE(compare(expecting_nan, std::vector<float>{1}, f32_tolerance(1e30)))
      << "an expected NaN is no wildcard";
}

TEST(Compare, UntouchedOutputsAreNotStarted) {
  const Bytes poison(12, std::byte(0xA5));
  const auto finding = compare_outputs(expecting<int>({1, 2, 3}), {poison}, {poison}, {});
  ASSERT_TRUE(finding);
  EXPECT_EQ(Verdict::not_started, finding->verdict);
  EXPECT_EQ("Nothing was written to \"out\".", finding->message);
  EXPECT_TRUE(finding->mismatches.empty());
}

TEST(Compare, AnEmptyOutputIsNotAmongThoseThatWereNotWritten) {
  kit::CaseData data = expecting<int>({});
  data.outputs.push_back(expecting<int>({0}).outputs.front());
  data.outputs.back().values.name = "runs";
  const Bytes poison(4, std::byte(0xA5));
  const auto finding = compare_outputs(data, {{}, poison}, {{}, poison}, {});
  ASSERT_TRUE(finding);
  EXPECT_EQ("Nothing was written to \"runs\".", finding->message);
}

TEST(Compare, SaysWhichElementsWereNeverWritten) {
  std::vector<int> got = {1, 2, 9, 0, 0};
  Bytes bytes = bytes_of(got);
  const Bytes poison(bytes.size(), std::byte(0xA5));
  std::copy(poison.begin() + 12, poison.end(), bytes.begin() + 12);
  const auto finding = compare_outputs(expecting<int>({1, 2, 3, 4, 5}), {bytes}, {poison}, {});
  ASSERT_TRUE(finding);
  EXPECT_EQ(Verdict::wrong_answer, finding->verdict);
  EXPECT_EQ(
      "\"out\": 3 of 5 elements are wrong: all from index 2 on. 2 of them were never written (the first: "
      "index 3).",
      finding->message);
  EXPECT_FALSE(finding->remedy.empty());
}

TEST(Compare, AByteThatHoldsItsPoisonByChanceIsNotCalledUnwritten) {
  const std::vector<std::uint8_t> got = {0xA5, 1, 2, 3};  // the first is like poison, the others are not
  const auto finding = compare(expecting<std::uint8_t>({9, 9, 9, 9}), got);
  ASSERT_TRUE(finding);
  EXPECT_EQ(std::string::npos, finding->message.find("never written")) << finding->message;
}

TEST(Compare, AWrongAnswerComesWithTheNoteOnHowToReadIt) {
  kit::CaseData data = expecting<int>({1, 2});
  data.note = "Numbers are numbers.";
  EXPECT_EQ("Numbers are numbers.", compare(data, std::vector<int>{1, 9})->remedy);
}

TEST(Compare, OneWrittenOutputOfTwoIsAWrongAnswerAndEveryWrongOneIsNamed) {
  kit::CaseData data = expecting<int>({1, 2});
  data.outputs.push_back({kit::Array::of<int>("count", {Scalar::i32}, std::vector<int>{2}), {}});
  const Bytes poison(8, std::byte(0xA5)), small_poison(4, std::byte(0xA5));
  auto finding = compare_outputs(data, {poison, bytes_of<int>({2})}, {poison, small_poison}, {});
  ASSERT_TRUE(finding);
  EXPECT_EQ(Verdict::wrong_answer, finding->verdict);
  EXPECT_EQ("\"out\": all 2 elements are wrong. They were never written.", finding->message);

  finding = compare_outputs(data, {bytes_of<int>({1, 9}), bytes_of<int>({3})}, {poison, small_poison}, {});
  ASSERT_TRUE(finding);
  EXPECT_EQ("\"out\": 1 of 2 elements is wrong: the last one. \"count\": 1 of 1 element is wrong.",
            finding->message);
  EXPECT_EQ(2u, finding->mismatch_count);
  EXPECT_EQ("count", finding->mismatches.at(1).array);
}

TEST(Compare, OnlyTheFirstWrongStageIsShown) {
  kit::CaseData data = expecting<std::int32_t>({1, 2});
  data.outputs.push_back({kit::Array::of<std::int32_t>("second", {Scalar::i32, 1}, std::vector{3}), {}});
  data.outputs.push_back({kit::Array::of<std::int32_t>("third", {Scalar::i32, 1}, std::vector{4}), {}});
  data.outputs_are_stages = true;
  const auto finding = compare_outputs(
      data, {bytes_of<std::int32_t>({1, 2}), bytes_of<std::int32_t>({0}), bytes_of<std::int32_t>({0})},
      {Bytes(8), Bytes(4, std::byte(1)), Bytes(4, std::byte(1))}, {});
  ASSERT_TRUE(finding);
  EXPECT_EQ(1u, finding->mismatch_count);
  EXPECT_EQ("second", finding->mismatches.at(0).array);
  EXPECT_NE(std::string::npos,
            finding->message.find(R"(Look at "second" first: "third", made from it, is wrong too.)"))
      << finding->message;
}

TEST(Compare, ArraysOfAnotherSizeAreTheGradersFault) {
  const auto finding = compare(expecting<int>({1, 2}), std::vector<int>{1});
  ASSERT_TRUE(finding);
  EXPECT_EQ(Verdict::grader_error, finding->verdict);
  EXPECT_EQ(Verdict::grader_error, compare_outputs(expecting<int>({1}), {}, {}, {})->verdict);
}

TEST(Compare, AnUnwrittenElementIsWrongHoweverLargeTheTolerance) {
  const std::vector<float> poison = {1.5f};
  const auto finding = compare_outputs(expecting<float>({1e38f}, {3e38}), {bytes_of(poison)},
                                       {bytes_of(poison)}, f32_tolerance(1e9));
  ASSERT_TRUE(finding);
  EXPECT_EQ(Verdict::not_started, finding->verdict);
  EXPECT_FALSE(compare(expecting<float>({1e38f}, {3e38}), poison, f32_tolerance(1e9)))
      << "the same value, written";
}

}  // namespace
}  // namespace warpgrade::judge
