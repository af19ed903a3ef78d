// Floating-point intrinsics: rounding modes, saturating conversions, the bits of a number.
#include <cmath>
#include <limits>

#include <climits>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

namespace {
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kTiny = 0x1p-30f;
}  // namespace

TEST(FloatIntrinsics, AdditionRoundsInTheGivenDirection) {
  EXPECT_EQ(__fadd_rn(1.0f, kTiny), 1.0f);
  EXPECT_EQ(__fadd_rd(1.0f, kTiny), 1.0f);
  EXPECT_EQ(__fadd_rz(1.0f, kTiny), 1.0f);
  EXPECT_EQ(__fadd_ru(1.0f, kTiny), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(__fadd_rz(-1.0f, -kTiny), -1.0f);
  EXPECT_EQ(__fadd_rd(-1.0f, -kTiny), std::nextafter(-1.0f, -2.0f));
  EXPECT_EQ(__dadd_ru(1.0, 0x1p-60), std::nextafter(1.0, 2.0));
}

TEST(FloatIntrinsics, OtherOperationsRoundToo) {
  EXPECT_LT(__fdiv_rd(1.0f, 3.0f), __fdiv_ru(1.0f, 3.0f));
  EXPECT_LT(__fsqrt_rd(2.0f), __fsqrt_ru(2.0f));
  EXPECT_LT(__frcp_rz(3.0f), __frcp_ru(3.0f));
  EXPECT_LT(__fmul_rd(1.1f, 1.1f), __fmul_ru(1.1f, 1.1f));
  EXPECT_EQ(__fsub_ru(1.0f, 1.0f), 0.0f);
  EXPECT_EQ(__fmaf_rn(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f), 0x1p-46f) << "rounded once";
  EXPECT_LT(__fma_rd(0.1, 0.1, 1.0), __fma_ru(0.1, 0.1, 1.0));
  EXPECT_EQ(1.0f + kTiny, 1.0f) << "the mode of the program is as before";
}

TEST(FloatIntrinsics, ConversionsToIntegersSaturate) {
  EXPECT_EQ(__float2int_rz(3e9f), INT_MAX);
  EXPECT_EQ(__float2int_rz(-3e9f), INT_MIN);
  EXPECT_EQ(__float2int_rn(kNaN), 0);
  EXPECT_EQ(__double2int_rn(kNaN), INT_MIN) << "unlike from float";
  EXPECT_EQ(__double2uint_rn(kNaN), 0x80000000u);
  EXPECT_EQ(__float2ull_rz(kNaN), 0x8000000000000000u);
  EXPECT_EQ(__float2uint_rz(-5.0f), 0u);
  EXPECT_EQ(__float2uint_rz(kInfinity), UINT_MAX);
  EXPECT_EQ(__float2uint_rz(4294967040.0f), 4294967040u);
  EXPECT_EQ(__double2ll_rz(1e30), LLONG_MAX);
  EXPECT_EQ(__double2ll_rz(-1e30), LLONG_MIN);
  EXPECT_EQ(__double2ull_rz(1e30), ULLONG_MAX);
}

TEST(FloatIntrinsics, ConversionsToIntegersRoundInTheGivenDirection) {
  EXPECT_EQ(__float2int_rn(2.5f), 2);
  EXPECT_EQ(__float2int_rn(3.5f), 4);
  EXPECT_EQ(__float2int_rz(-2.7f), -2);
  EXPECT_EQ(__float2int_rd(-2.1f), -3);
  EXPECT_EQ(__float2int_ru(2.1f), 3);
  EXPECT_EQ(__double2int_rn(-0.5), 0);
}

TEST(FloatIntrinsics, ConversionsFromIntegersRoundInTheGivenDirection) {
  EXPECT_EQ(__int2float_rn(16777217), 16777216.0f);
  EXPECT_EQ(__int2float_ru(16777217), 16777218.0f);
  EXPECT_EQ(__int2float_rd(-16777217), -16777218.0f);
  EXPECT_EQ(__uint2float_rz(UINT_MAX), 4294967040.0f);
  EXPECT_EQ(__ull2float_ru(ULLONG_MAX), 0x1p64f);
  EXPECT_EQ(__ll2double_rd(LLONG_MAX), 9223372036854774784.0);
  EXPECT_GT(__double2float_ru(0.1), __double2float_rd(0.1));
}

TEST(FloatIntrinsics, FastDivisionGivesZeroForAHugeDivisor) {
  EXPECT_EQ(__fdividef(6.0f, 3.0f), 2.0f);
  EXPECT_EQ(__fdividef(1e38f, 0x1p127f), 0.0f);
  EXPECT_TRUE(std::isnan(__fdividef(kInfinity, 0x1p127f)));
  EXPECT_EQ(__fdividef(1.0f, 0x1p126f), 0x1p-126f);
}

TEST(FloatIntrinsics, SaturateClampsAndTurnsNaNIntoZero) {
  EXPECT_EQ(__saturatef(0.25f), 0.25f);
  EXPECT_EQ(__saturatef(-3.0f), 0.0f);
  EXPECT_EQ(__saturatef(kInfinity), 1.0f);
  EXPECT_EQ(__saturatef(kNaN), 0.0f);
}

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
