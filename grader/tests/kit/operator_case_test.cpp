#include "kit/operator_case.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/operators.cuh"

namespace warpgrade::kit {
namespace {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

/// The example at the top of operator_case.hpp.
CaseData scan_case(const CaseRequest& request) {
  const bool exclusive = request.task == "exclusive";
  return operator_case(Types<int, float, double, Affine, Interval>(), request,
                       [&](const auto& in, auto fold, auto& out) {
                         for (const auto& x : in) {
                           if (exclusive) out.record(fold);
                           fold.add(x);
                           if (!exclusive) out.record(fold);
                         }
                       });
}

CaseRequest request(const std::string& task, const std::string& op, const std::string& input,
                    std::uint64_t n) {
  return {.task = task, .op = op, .input = input, .n = n, .parameters = {}, .seed = 5};
}

template <class T>
std::vector<T> values(const Array& array) {
  std::vector<T> result(array.count());
  if (!result.empty()) std::memcpy(result.data(), array.bytes.data(), array.bytes.size());
  return result;
}

TEST(OperatorCase, FoldsWithTheOperatorOfItsName) {
  const CaseData sum = scan_case(request("inclusive", "sum_i32", "ascending", 4));
  EXPECT_EQ((std::vector<int>{1, 2, 3, 4}), values<int>(sum.inputs.at(0)));
  EXPECT_EQ((std::vector<int>{1, 3, 6, 10}), values<int>(sum.outputs.at(0).values));
  EXPECT_EQ("in", sum.inputs[0].name);
  EXPECT_EQ("out", sum.outputs[0].values.name);
  const CaseData product = scan_case(request("inclusive", "product_i32", "ascending", 4));
  EXPECT_EQ((std::vector<int>{1, 3, 15, 105}), values<int>(product.outputs.at(0).values));
}

TEST(OperatorCase, StartsFromTheIdentity) {
  const CaseData max = scan_case(request("exclusive", "max_i32", "ascending", 3));
  EXPECT_EQ((std::vector<int>{INT32_MIN, -3, -2}), values<int>(max.outputs.at(0).values));
}

TEST(OperatorCase, KeepsTheOrderOfOperands) {
  const CaseData affine = scan_case(request("inclusive", "affine_u32", "ascending", 2));
  // First x ↦ x + 1, then x ↦ 3x + 2: 3x + 5.
  EXPECT_EQ((Affine{3, 5}), values<Affine>(affine.outputs.at(0).values).at(1));
}

TEST(OperatorCase, OnlyIntervalsProveAnythingAndPairsSayHowToReadThem) {
  const CaseData interval = scan_case(request("inclusive", "interval", "random", 3)),
                 affine = scan_case(request("inclusive", "affine_u32", "random", 3));
  EXPECT_EQ((std::vector<Interval>{{0, 1}, {0, 2}, {0, 3}}), values<Interval>(interval.outputs.at(0).values));
  EXPECT_EQ("right for every associative operator", interval.proves);
  EXPECT_EQ("", affine.proves);
  EXPECT_NE("", interval.note);
  EXPECT_NE("", affine.note);
  EXPECT_EQ("", scan_case(request("inclusive", "sum_i32", "random", 3)).note);
}

TEST(OperatorCase, TracedElementsAreSumsOfTheFirstLevel) {
  const auto traced = [](const CaseRequest& r) {
    return operator_case(Types<Traced>(), r, [](const auto& in, auto fold, auto& out) {
      for (const auto& x : in) fold.add(x);
      out.record(fold);
    });
  };
  const CaseData data = traced(request("reduce", "traced", "random", 3));
  std::uint32_t sum = 0;
  for (const auto& x : values<Traced>(data.inputs.at(0))) {
    EXPECT_EQ(1u, x.levels);
    sum += x.sum;
  }
  EXPECT_EQ(sum, values<Traced>(data.outputs.at(0).values).at(0).sum);
}

TEST(OperatorCase, AnInputMayBeNamedAfterSomethingElse) {
  const auto sums = [](const auto& in, auto fold, auto& out) {
    const auto start = fold;
    for (const auto& x : in) {
      if (x == 3) fold = start;  // a fold can begin anew
      fold.add(x);
      out.record(fold);
    }
  };
  const CaseRequest asked = request("sums", "sum_i32", "segments", 4);
  const CaseData data = operator_case(Types<int>(), asked, InputKind::ascending, sums, Mistakes(asked));
  EXPECT_EQ((std::vector<int>{1, 2, 3, 4}), values<int>(data.inputs.at(0)));
  EXPECT_EQ((std::vector<int>{1, 3, 3, 7}), values<int>(data.outputs.at(0).values));
}

TEST(OperatorCase, AnEmptyCaseIsEmpty) {
  const CaseData data = scan_case(request("inclusive", "sum_f32", "random", 0));
  EXPECT_EQ(0u, data.inputs.at(0).count());
  EXPECT_EQ(0u, data.outputs.at(0).values.count());
}

TEST(OperatorCase, FloatSumsCarryTheirMagnitude) {
  const CaseData data = scan_case(request("exclusive", "sum_f32", "ascending", 4));
  EXPECT_EQ((std::vector<double>{0, 1, 3, 6}), data.outputs.at(0).magnitude);
  const CaseData integers = scan_case(request("exclusive", "sum_i32", "ascending", 4));
  EXPECT_TRUE(integers.outputs.at(0).magnitude.empty());
}

TEST(OperatorCase, FloatOperatorsThatDoNotRoundAreExact) {
  for (const char* op : {"max_f32", "min_f32", "product_f32"}) {
    const CaseData data = scan_case(request("inclusive", op, "random", 50));
    for (const double magnitude : data.outputs.at(0).magnitude) ASSERT_EQ(0, magnitude) << op;
  }
}

TEST(OperatorCase, AnUnknownOperatorComesWithTheKnownOnes) {
  try {
    scan_case(request("inclusive", "sum_u8", "random", 1));
    FAIL() << "must throw";
  } catch (const UnknownName& error) {
    EXPECT_EQ("operator", error.what_kind);
    EXPECT_EQ("sum_u8", error.value);
    EXPECT_THAT(error.known,
                IsSupersetOf({"sum_i32", "bit_and_i32", "min_f64", "log_sum_f32", "affine_u32", "interval"}));
    EXPECT_THAT(error.known, Not(Contains("bit_and_f32")));  // there are no bits of a number to be had
    EXPECT_THAT(error.known, Not(Contains("log_sum_i32")));
  }
  EXPECT_THROW(scan_case(request("inclusive", "sum_i32", "sorted", 1)), UnknownName);
}

TEST(Fold, GrowsAtEitherEnd) {
  Fold fold(JoinIntervals{}, Interval{-1, -1});
  fold.add(Interval{4, 5});
  fold.add_in_front(Interval{3, 4});
  fold.add(Interval{5, 6});
  EXPECT_EQ((Interval{3, 6}), fold.value());
}

TEST(Fold, SumsOfFloatsLoseNothingAtEitherEnd) {
  const AnyOperator<float> sum{OperatorKind::sum};
  Fold behind(sum, 0.0f), in_front(sum, 0.0f);
  for (const float x : {1e20f, 1.0f, -1e20f}) behind.add(x), in_front.add_in_front(x);
  for (const auto& fold : {behind, in_front}) {
    EXPECT_EQ(1.0f, fold.value());
    EXPECT_DOUBLE_EQ(2.0 * double(1e20f) + 1, fold.magnitude());
  }
}

TEST(Fold, SumsOfLogarithmsAreThoseOfTheNumbers) {
  const AnyOperator<float> log_sum{OperatorKind::log_sum};
  Fold fold(log_sum, log_sum.identity());
  EXPECT_EQ(-std::numeric_limits<float>::infinity(), fold.value()) << "log 0";
  for (const float x : {-std::numeric_limits<float>::infinity(), 1000.0f, 1000.0f}) fold.add(x);
  fold.add_in_front(-1000.0f);
  EXPECT_FLOAT_EQ(1000.0f + std::log(2.0f), fold.value());
  EXPECT_NEAR(1001 + std::log(2.0), fold.magnitude(), 1e-9);
}

TEST(Recorder, ReversesWhatWasRecordedFromTheEnd) {
  const AnyOperator<float> sum{OperatorKind::sum};
  Fold fold(sum, 0.0f);
  Recorder<float> out;
  for (const float x : {3.0f, -2.0f}) {
    fold.add_in_front(x);
    out.record(fold);
  }
  out.reverse();
  EXPECT_EQ((std::vector<float>{1, 3}), out.values);
  EXPECT_EQ((std::vector<double>{5, 3}), out.magnitude);
}

template <class Op, class T>
bool commutes_on(Op op, const std::vector<T>& elements) {
  for (const T& a : elements)
    for (const T& b : elements) {
      const T ab = op(a, b), ba = op(b, a);
      if (std::memcmp(&ab, &ba, sizeof(T)) != 0) return false;
    }
  return true;
}

template <class T>
bool seems_to_commute(const std::string& name) {
  bool result = true;
  with_operator(Types<T>(), name.c_str(),
                [&](auto op, auto) { result = commutes_on(op, make_elements<T>(InputKind::random, 9, 1)); });
  return result;
}

template <class T>
void expect_that_the_table_is_right() {
  const auto names = operator_names<T>();
  EXPECT_FALSE(names.empty());
  for (const std::string& name : names) EXPECT_EQ(seems_to_commute<T>(name), commutes(name.c_str())) << name;
}

TEST(OperatorNames, TheyCommuteIfTheirFunctorsDo) {
  expect_that_the_table_is_right<std::uint8_t>();
  expect_that_the_table_is_right<std::int32_t>();
  expect_that_the_table_is_right<float>();
  expect_that_the_table_is_right<Affine>();
  expect_that_the_table_is_right<Brackets>();
  expect_that_the_table_is_right<Interval>();
  expect_that_the_table_is_right<Traced>();
}

TEST(OperatorNames, OrdersOfKeysAreNoOperators) { EXPECT_TRUE(commutes("ascending_i32")); }

}  // namespace
}  // namespace warpgrade::kit
