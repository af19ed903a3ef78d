#include "kit/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "kit/oracle.hpp"

namespace warpgrade::kit {
namespace {

constexpr InputKind kAllKinds[] = {InputKind::random, InputKind::ascending, InputKind::constant,
                                   InputKind::extremes};

TEST(Random, MakesTheNumbersOfItsDefinition) {
  // The first outputs of SplitMix64 for seed 0, as its authors' reference code gives them.
  Random random(0);
  EXPECT_EQ(0xE220A8397B1DCDAFu, random.next());
  EXPECT_EQ(0x6E789E6AA1B965F4u, random.next());
  EXPECT_EQ(0x06C45D188009454Fu, random.next());
}

TEST(Random, BelowStaysBelowAndMeetsEverything) {
  Random random(1);
  std::set<std::uint64_t> met;
  for (int i = 0; i < 200; ++i) met.insert(random.below(6));
  EXPECT_EQ((std::set<std::uint64_t>{0, 1, 2, 3, 4, 5}), met);
  EXPECT_EQ(0u, random.below(1));
}

TEST(Random, UnitIsAtLeast0AndBelow1) {
  Random random(2);
  double sum = 0;
  for (int i = 0; i < 1000; ++i) {
    const double x = random.unit();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
  }
  EXPECT_NEAR(500, sum, 50);
}

TEST(MixSeed, DependsOnAllParts) {
  const std::set<std::uint64_t> seeds = {mix_seed(1, "a"),  mix_seed(2, "a"),  mix_seed(1, "b"),
                                         mix_seed(1, "ab"), mix_seed(1, "ba"), mix_seed(1, "")};
  EXPECT_EQ(6u, seeds.size());
}

TEST(InputKinds, AnUnknownNameComesWithTheKnownOnes) {
  EXPECT_EQ(InputKind::extremes, parse_input_kind("extremes"));
  try {
    parse_input_kind("rndom");
    FAIL() << "must throw";
  } catch (const UnknownName& error) {
    EXPECT_EQ("input", error.what_kind);
    EXPECT_EQ("rndom", error.value);
    EXPECT_EQ(input_kind_names(), error.known);
  }
}

TEST(Elements, TheSameSeedGivesTheSameData) {
  EXPECT_EQ(make_elements<int>(InputKind::random, 100, 7), make_elements<int>(InputKind::random, 100, 7));
  EXPECT_NE(make_elements<int>(InputKind::random, 100, 7), make_elements<int>(InputKind::random, 100, 8));
}

TEST(Elements, DataIsTheSameOnEveryPlatform) {
  // Computed from SplitMix64's definition: another compiler must not change what a seed means.
  EXPECT_EQ((std::vector<std::int32_t>{803958421, -1301876477, 319790930}),
            make_elements<std::int32_t>(InputKind::random, 3, 42));
  EXPECT_EQ((std::vector<float>{0x1.eeb99p-2f, -0x1.5c4074p-1f}),
            make_elements<float>(InputKind::random, 2, 42));
}

TEST(Elements, AMaximumIsOfNegatives) {
  for (const InputKind kind : {InputKind::random, InputKind::ascending, InputKind::constant}) {
    for (const int x : make_elements<std::int32_t>(kind, 500, 3, OperatorKind::max)) ASSERT_LT(x, 0);
    for (const float x : make_elements<float>(kind, 500, 3, OperatorKind::max)) ASSERT_LT(x, 0);
  }
}

TEST(Elements, AMinimumIsOfPositives) {
  for (const InputKind kind : {InputKind::random, InputKind::ascending, InputKind::constant}) {
    for (const int x : make_elements<std::int32_t>(kind, 500, 3, OperatorKind::min)) ASSERT_GT(x, 0);
    for (const unsigned x : make_elements<std::uint32_t>(kind, 500, 3, OperatorKind::min)) ASSERT_GT(x, 0u);
    for (const int x : make_elements<std::uint8_t>(kind, 500, 3, OperatorKind::min)) ASSERT_GT(x, 0);
    for (const float x : make_elements<float>(kind, 500, 3, OperatorKind::min)) ASSERT_GT(x, 0);
  }
}

TEST(Elements, TheWinnerIsOftenTheLastElement) {
  int last = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto x = make_elements<std::int32_t>(InputKind::random, 50, seed, OperatorKind::max);
    last += x.back() == *std::max_element(x.begin(), x.end());
  }
  EXPECT_GT(last, 25);
  EXPECT_LT(last, 75);
}

/// Dropping any one element must change the result for at least some positions, the ends among them.
template <class T, class Op>
int positions_that_matter(const std::vector<T>& elements, Op op) {
  const auto fold = [&](std::size_t without) {
    T result = op.identity();
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (i != without) result = op(result, elements[i]);
    return result;
  };
  const T all = fold(elements.size());
  EXPECT_NE(all, fold(0)) << "the first element";
  EXPECT_NE(all, fold(elements.size() - 1)) << "the last element";
  int matter = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) matter += fold(i) != all;
  return matter;
}

TEST(Elements, BitOperatorsNoticeALostElement) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_GE(positions_that_matter(
                  make_elements<std::uint32_t>(InputKind::random, 300, seed, OperatorKind::bit_or),
                  BitOr<std::uint32_t>()),
              10);
    EXPECT_GE(positions_that_matter(
                  make_elements<std::uint32_t>(InputKind::random, 300, seed, OperatorKind::bit_and),
                  BitAnd<std::uint32_t>()),
              10);
  }
}

TEST(Elements, IntegerProductsKeepAllInformation) {
  for (const InputKind kind : kAllKinds)
    for (const std::uint32_t x : make_elements<std::uint32_t>(kind, 1000, 5, OperatorKind::product))
      ASSERT_EQ(1u, x % 2) << "an even factor loses a bit";
}

TEST(Elements, FloatProductsAreExactInAnyOrder) {
  for (const InputKind kind : kAllKinds) {
    for (const std::size_t n : {1u, 95u, 96u, 97u, 1000u, 100'000u}) {
      double exponents = 0;
      for (const float x : make_elements<float>(kind, n, 11, OperatorKind::product)) {
        int exponent = 0;
        ASSERT_EQ(0.5f, std::frexp(std::abs(x), &exponent)) << x << " is no power of two";
        exponents += std::abs(exponent - 1);
      }
      EXPECT_LE(exponents, 190) << "some order of some subset could leave the range of a float";
    }
  }
}

TEST(Elements, SumsOfFloatsHaveFiniteElements) {
  for (const InputKind kind : kAllKinds)
    for (const float x : make_elements<float>(kind, 1000, 13)) ASSERT_TRUE(std::isfinite(x));
}

TEST(Elements, ExtremesHoldTheEndsOfTheRange) {
  const auto x = make_elements<std::int32_t>(InputKind::extremes, 200, 17);
  for (const int value : {INT32_MIN, INT32_MAX, 0, -1})
    EXPECT_NE(x.end(), std::find(x.begin(), x.end(), value));
  const auto f = make_elements<float>(InputKind::extremes, 200, 17, OperatorKind::min);
  EXPECT_TRUE(std::any_of(f.begin(), f.end(), [](float v) { return std::isinf(v); }));
  EXPECT_TRUE(std::any_of(f.begin(), f.end(), [](float v) { return v == 0 && std::signbit(v); }));
}

TEST(Elements, AffineScalesCanBeUndone) {
  for (const Affine a : make_elements<Affine>(InputKind::random, 500, 19)) ASSERT_EQ(1u, a.scale % 2);
}

TEST(Elements, BracketsMatchInAnyGrouping) {
  const MatchBrackets op;
  for (const InputKind kind : kAllKinds) {
    const auto x = make_elements<Brackets>(kind, 300, 29);
    for (std::size_t i = 0; i + 2 < x.size(); ++i)
      ASSERT_EQ(op(op(x[i], x[i + 1]), x[i + 2]), op(x[i], op(x[i + 1], x[i + 2])));
  }
  const Brackets open{0, 1}, closed{1, 0};
  EXPECT_EQ(MatchBrackets::identity(), op(open, closed)) << "a balanced text leaves nothing";
  EXPECT_EQ((Brackets{1, 1}), op(closed, open));
}

TEST(Elements, AnIntervalIsItsIndexWhateverTheKind) {
  for (const InputKind kind : kAllKinds) {
    const auto x = make_elements<Interval>(kind, 3, 23);
    EXPECT_EQ((std::vector<Interval>{{0, 1}, {1, 2}, {2, 3}}), x);
  }
}

/// Input `b` of a row of n elements, as a number.
std::uint32_t input_of(const std::vector<ZeroOnes>& inputs, std::size_t n, std::size_t row, unsigned b) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < n; ++i) number |= std::uint32_t(inputs[row * n + i].has(b)) << i;
  return number;
}

TEST(ZeroOneInputs, AreAllInputsOfZerosAndOnes) {
  const std::vector<ZeroOnes> inputs = zero_one_inputs(10);
  ASSERT_EQ(10 * 1024 / ZeroOnes::width, inputs.size());
  std::set<std::uint32_t> seen;
  for (std::size_t row = 0; row < inputs.size() / 10; ++row)
    for (unsigned b = 0; b < ZeroOnes::width; ++b) seen.insert(input_of(inputs, 10, row, b));
  EXPECT_EQ(1024u, seen.size());
  EXPECT_EQ(1023u, *seen.rbegin());
}

TEST(ZeroOneInputs, AllInputsOfFewElementsFitInOneRow) {
  EXPECT_EQ(0u, zero_one_inputs(0).size());
  const std::vector<ZeroOnes> inputs = zero_one_inputs(2);
  ASSERT_EQ(2u, inputs.size());
  for (unsigned b = 0; b < ZeroOnes::width; ++b) EXPECT_EQ(b % 4, input_of(inputs, 2, 0, b));
  EXPECT_THROW(zero_one_inputs(21), std::invalid_argument);
}

TEST(ExchangeZeroOnes, SortsEachInputByItself) {
  std::vector<ZeroOnes> x = zero_one_inputs(2);
  ExchangeZeroOnes()(x[0], x[1]);
  for (unsigned b = 0; b < ZeroOnes::width; ++b) {
    EXPECT_EQ(b % 4 == 3, x[0].has(b)) << "the smaller of " << b % 4;
    EXPECT_EQ(b % 4 != 0, x[1].has(b)) << "the larger of " << b % 4;
  }
}

TEST(ExchangeZeroOnes, TheHighestComesLast) {
  ZeroOnes low = ExchangeZeroOnes::highest(), high = {};
  ExchangeZeroOnes()(low, high);
  EXPECT_FALSE(low.has(5));
  EXPECT_TRUE(high.has(5));
}

}  // namespace
}  // namespace warpgrade::kit
