#include "spec/formula.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::spec {
namespace {

using ::testing::HasSubstr;

std::string mistake_in(const std::string& text, std::optional<double> n = 8) {
  try {
    evaluate_formula(text, n);
  } catch (const FormulaError& error) {
    return error.what();
  }
  return "";
}

TEST(Formula, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(7, evaluate_formula("1 + 2*3"));
  EXPECT_EQ(9, evaluate_formula("(1 + 2)*3"));
  EXPECT_EQ(2, evaluate_formula("8 - 4 - 2"));
  EXPECT_EQ(1, evaluate_formula("8/4/2"));
  EXPECT_EQ(512, evaluate_formula("2^3^2"));
  EXPECT_EQ(-4, evaluate_formula("-2^2"));
  EXPECT_EQ(0.25, evaluate_formula("2^-2"));
  EXPECT_EQ(0.5, evaluate_formula(".5"));
}

TEST(Formula, IsReadAsPeopleWriteIt) {
  for (const char* same : {"n*log2(n) + 2*(n - 1)", "n log2 n + 2(n-1)", "nlog2n+2n-2",
                           "N·LOG2(N) + 2·(n − 1)", "n × log₂(n) + (2n²−2n)/n"})
    EXPECT_DOUBLE_EQ(38, evaluate_formula(same, 8)) << same;
  EXPECT_EQ(3, evaluate_formula("⌈log2 n⌉", 5));
  EXPECT_EQ(2, evaluate_formula("⌊log2 n⌋", 5));
  EXPECT_EQ(9, evaluate_formula("log2(n)^2", 8));
  for (const char* same : {"1024", "1,024", "1_024", "2^10", "1024.0"})
    EXPECT_EQ(1024, evaluate_formula(same)) << same;
}

TEST(Formula, TheCeilingOfAPowerOfTwoIsExact) {
  for (int k = 0; k <= 40; ++k)
    EXPECT_EQ(k, evaluate_formula("ceil(log2(n))", double(std::uint64_t(1) << k)));
  EXPECT_EQ(3, evaluate_formula("floor(3*(1/3)*3)"));
}

TEST(Formula, EachMistakeSaysWhatToWrite) {
  EXPECT_THAT(mistake_in("2 +"), HasSubstr("something is missing"));
  EXPECT_THAT(mistake_in(""), HasSubstr("something is missing"));
  EXPECT_THAT(mistake_in("(n + 1"), HasSubstr("a parenthesis is not closed"));
  EXPECT_THAT(mistake_in("n)"), HasSubstr("')' is not expected"));
  EXPECT_THAT(mistake_in("2 3"), HasSubstr("'3' is not expected"));
  EXPECT_THAT(mistake_in("n log n"), HasSubstr("write log2"));
  EXPECT_THAT(mistake_in("lg(n)"), HasSubstr("write log2"));
  EXPECT_THAT(mistake_in("none"), HasSubstr("'one' is not known"));
  EXPECT_THAT(mistake_in("m + 1"), HasSubstr("'m' is not known"));
  EXPECT_THAT(mistake_in("log2"), HasSubstr("log2 of what?"));
  EXPECT_THAT(mistake_in("log2 n^2"), HasSubstr("put parentheses"));
  EXPECT_THAT(mistake_in("log2 2n"), HasSubstr("put parentheses"));
  EXPECT_THAT(mistake_in("n/2n"), HasSubstr("needs a *"));
  EXPECT_THAT(mistake_in("1.2.3"), HasSubstr("'1.2.3' is not a number"));
  EXPECT_THAT(mistake_in("n!"), HasSubstr("'!' is not expected"));
  EXPECT_THAT(mistake_in("1/(n - 8)"), HasSubstr("no value at n = 8"));
  EXPECT_THAT(mistake_in("log2(0)", std::nullopt), HasSubstr("has no value"));
  EXPECT_THAT(mistake_in("2n", std::nullopt), HasSubstr("without n"));
}

TEST(Formula, LongTextsAreRefusedBeforeTheyAreRead) {
  EXPECT_THAT(mistake_in(std::string(100'000, '(')), HasSubstr("too long"));
  EXPECT_NE("", mistake_in(std::string(199, '(')));
}

TEST(CanonicalNumber, IsEqualForWhatDiffersByRoundingOnly) {
  EXPECT_EQ("0.3", canonical_number(0.1 + 0.2));
  EXPECT_EQ("0", canonical_number(-0.0));
  EXPECT_NE(canonical_number(786'420), canonical_number(786'432));
}

}  // namespace
}  // namespace warpgrade::spec
