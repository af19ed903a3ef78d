// Intrinsics and mathematics where programs/intrinsics.cu, whose results a GPU has printed, asks nothing.
#include <cmath>
#include <limits>
#include <type_traits>

#include <climits>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

namespace {
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kTiny = 0x1p-30f;
}  // namespace

TEST(IntegerIntrinsics, CountAndReverseBitsAtTheEdges) {
  EXPECT_EQ(__popc(0), 0);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__clzll(1), 63);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffsll(0), 0);
  EXPECT_EQ(__brev(1), 0x80000000u);
  EXPECT_EQ(__brevll(1), 0x8000000000000000ull);
}

TEST(IntegerIntrinsics, BytesAreHandledOneByOne) {
  EXPECT_EQ(__byte_perm(0x12345678u, 0, 0x0123), 0x78563412u);
  EXPECT_EQ(__vsadu4(0x01020304u, 0x00000000u), 10u);
}

TEST(IntegerIntrinsics, FunnelShiftsCarryBitsOver) {
  EXPECT_EQ(__funnelshift_l(0x80000000u, 0x1u, 1), 0x3u);
  EXPECT_EQ(__funnelshift_r(0x1u, 0x1u, 1), 0x80000000u);
  EXPECT_EQ(__funnelshift_r(5, 7, 32), 5u);
}

TEST(IntegerIntrinsics, TheRoundedAverageGoesUp) { EXPECT_EQ(__rhadd(1, 2), 2); }

TEST(FloatIntrinsics, EachModeRoundsInItsDirection) {
  EXPECT_EQ(__fadd_rn(1.0f, kTiny), 1.0f);
  EXPECT_EQ(__fadd_rd(1.0f, kTiny), 1.0f);
  EXPECT_EQ(__fadd_rz(-1.0f, -kTiny), -1.0f);
  EXPECT_LT(__fdiv_rd(1.0f, 3.0f), __fdiv_ru(1.0f, 3.0f));
  EXPECT_LT(__fsqrt_rd(2.0f), __fsqrt_ru(2.0f));
  EXPECT_LT(__frcp_rz(3.0f), __frcp_ru(3.0f));
  EXPECT_LT(__fmul_rd(1.1f, 1.1f), __fmul_ru(1.1f, 1.1f));
  EXPECT_EQ(__fsub_ru(1.0f, 1.0f), 0.0f);
  EXPECT_EQ(__fmaf_rn(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f), 0x1p-46f) << "rounded once";
  EXPECT_LT(__fma_rd(0.1, 0.1, 1.0), __fma_ru(0.1, 0.1, 1.0));
  EXPECT_GT(__double2float_ru(0.1), __double2float_rd(0.1));
  EXPECT_EQ(1.0f + kTiny, 1.0f) << "the mode of the program is as before";
}

TEST(FloatIntrinsics, ConversionsRoundAndSaturate) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(__double2int_rn(nan), INT_MIN) << "unlike from float";
  EXPECT_EQ(__float2uint_rz(kInfinity), UINT_MAX);
  EXPECT_EQ(__float2uint_rz(4294967040.0f), 4294967040u);
  EXPECT_EQ(__float2int_rn(3.5f), 4);
  EXPECT_EQ(__float2int_rz(-2.7f), -2);
  EXPECT_EQ(__int2float_rn(16777217), 16777216.0f);
}

TEST(FloatIntrinsics, FastDivisionDividesUpToAHugeDivisor) {
  EXPECT_EQ(__fdividef(6.0f, 3.0f), 2.0f);
  EXPECT_TRUE(std::isnan(__fdividef(kInfinity, 0x1p127f)));
  EXPECT_EQ(__fdividef(1.0f, 0x1p126f), 0x1p-126f);
}

TEST(FloatIntrinsics, SaturateLeavesWhatLiesBetween0And1) { EXPECT_EQ(__saturatef(0.25f), 0.25f); }

TEST(FloatIntrinsics, BitsComeBackUnchanged) {
  EXPECT_EQ(__float_as_int(-0.0f), INT_MIN);
  EXPECT_EQ(__int_as_float(0x3f800000), 1.0f);
  EXPECT_EQ(__uint_as_float(__float_as_uint(1.5f)), 1.5f);
  EXPECT_EQ(__longlong_as_double(__double_as_longlong(-2.5)), -2.5);
  EXPECT_EQ(__hiloint2double(__double2hiint(-0.1), __double2loint(-0.1)), -0.1);
}

TEST(FloatIntrinsics, FastFunctionsAreNearTheExactOnes) {
  EXPECT_FLOAT_EQ(__expf(1.5f), std::exp(1.5f));
  EXPECT_FLOAT_EQ(__powf(2.0f, 10.0f), 1024.0f);
  EXPECT_FLOAT_EQ(__frsqrt_rn(4.0f), 0.5f);
  float sine = 0, cosine = 0;
  __sincosf(0.5f, &sine, &cosine);
  EXPECT_FLOAT_EQ(sine, std::sin(0.5f));
  EXPECT_FLOAT_EQ(cosine, std::cos(0.5f));
}

TEST(MathFunctions, MinAndMaxOfMixedTypesAreThoseOfCuda) {
  EXPECT_EQ(min(3, 5), 3);
  EXPECT_TRUE((std::is_same_v<decltype(max(1, 1u)), unsigned>));
  EXPECT_TRUE((std::is_same_v<decltype(max(1.0f, 1.0)), double>));
  EXPECT_TRUE((std::is_same_v<decltype(min(1.0f, 2.0f)), float>));
}

TEST(MathFunctions, RootsAndNormsAreRight) {
  EXPECT_TRUE(std::isnan(rsqrtf(-1.0f)));
  EXPECT_DOUBLE_EQ(rnorm3d(0.0, 3.0, 4.0), 0.2);
  EXPECT_FLOAT_EQ(norm3df(1e30f, 1e30f, 0.0f), 1.41421356e30f) << "no overflow on the way";
}

TEST(MathFunctions, FunctionsOfPiAndTheNormalDistributionAreNearTheExactOnes) {
  EXPECT_NEAR(sinpi(-1.25), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(cospi(1.25), -std::sqrt(0.5), 1e-15);
  EXPECT_FLOAT_EQ(sinpif(0.25f), 0.70710678f);
  EXPECT_NEAR(normcdf(-1.96), 0.0249979, 1e-7);
}
