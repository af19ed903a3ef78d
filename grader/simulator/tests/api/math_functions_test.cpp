// min, max and what CUDA adds to the C library's mathematics.
#include <cmath>
#include <limits>
#include <type_traits>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

TEST(MathFunctions, MinAndMaxOfMixedTypesAreThoseOfCuda) {
  EXPECT_EQ(min(3, 5), 3);
  EXPECT_EQ(max(-1, 1u), 0xffffffffu) << "-1 becomes unsigned";
  EXPECT_EQ(min(2ll, 3ull), 2ull);
  EXPECT_TRUE((std::is_same_v<decltype(max(1, 1u)), unsigned>));
  EXPECT_TRUE((std::is_same_v<decltype(max(1.0f, 1.0)), double>));
  EXPECT_TRUE((std::is_same_v<decltype(min(1.0f, 2.0f)), float>));
}

TEST(MathFunctions, MinAndMaxPreferNumbersToNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(min(nan, 1.0f), 1.0f);
  EXPECT_EQ(max(1.0f, nan), 1.0f);
}

TEST(MathFunctions, RootsAndNormsAreRight) {
  EXPECT_EQ(rsqrtf(4.0f), 0.5f);
  EXPECT_EQ(rsqrt(0.0), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(rsqrtf(-1.0f)));
  EXPECT_FLOAT_EQ(norm3df(2.0f, 3.0f, 6.0f), 7.0f);
  EXPECT_DOUBLE_EQ(norm4d(1.0, 1.0, 1.0, 1.0), 2.0);
  EXPECT_DOUBLE_EQ(rnorm3d(0.0, 3.0, 4.0), 0.2);
  EXPECT_FLOAT_EQ(norm3df(1e30f, 1e30f, 0.0f), 1.41421356e30f) << "no overflow on the way";
}

TEST(MathFunctions, FunctionsOfPiAreExactAtHalves) {
  EXPECT_EQ(sinpi(1.0), 0.0);
  EXPECT_EQ(sinpi(0.5), 1.0);
  EXPECT_EQ(sinpi(1e15), 0.0);
  EXPECT_EQ(cospi(0.5), 0.0);
  EXPECT_EQ(cospi(-1.0), -1.0);
  EXPECT_NEAR(sinpi(-1.25), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(cospi(1.25), -std::sqrt(0.5), 1e-15);
  EXPECT_FLOAT_EQ(sinpif(0.25f), 0.70710678f);
}

TEST(MathFunctions, TheNormalDistributionIsRight) {
  EXPECT_DOUBLE_EQ(normcdf(0.0), 0.5);
  EXPECT_NEAR(normcdf(-1.96), 0.0249979, 1e-7);
}
