// Integer intrinsics at their edges.
#include <climits>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

TEST(IntegerIntrinsics, CountBitsAtTheEdges) {
  EXPECT_EQ(__popc(0), 0);
  EXPECT_EQ(__popc(0xffffffffu), 32);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(-1), 0);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clzll(0), 64);
  EXPECT_EQ(__clzll(1), 63);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(INT_MIN), 32);
  EXPECT_EQ(__ffsll(0), 0);
  EXPECT_EQ(__ffsll(LLONG_MIN), 64);
}

TEST(IntegerIntrinsics, ReverseBits) {
  EXPECT_EQ(__brev(1), 0x80000000u);
  EXPECT_EQ(__brev(0x12345678u), 0x1e6a2c48u);
  EXPECT_EQ(__brevll(1), 0x8000000000000000ull);
}

TEST(IntegerIntrinsics, BytePermPicksBytesByThreeBits) {
  EXPECT_EQ(__byte_perm(0x33221100u, 0x77665544u, 0x7410), 0x77441100u);
  EXPECT_EQ(__byte_perm(0x12345678u, 0, 0x0123), 0x78563412u);
  EXPECT_EQ(__byte_perm(0x80112233u, 0x445566f7u, 0xfc3b), 0x44f78080u);
}

TEST(IntegerIntrinsics, FunnelShiftsWrapOrClamp) {
  EXPECT_EQ(__funnelshift_l(0x80000000u, 0x1u, 1), 0x3u);
  EXPECT_EQ(__funnelshift_l(5, 7, 32), 7u);
  EXPECT_EQ(__funnelshift_lc(5, 7, 32), 5u);
  EXPECT_EQ(__funnelshift_r(0x1u, 0x1u, 1), 0x80000000u);
  EXPECT_EQ(__funnelshift_r(5, 7, 32), 5u);
  EXPECT_EQ(__funnelshift_rc(5, 7, 40), 7u);
}

TEST(IntegerIntrinsics, MultiplyWide) {
  EXPECT_EQ(__mulhi(INT_MIN, 2), -1);
  EXPECT_EQ(__umulhi(0xffffffffu, 0xffffffffu), 0xfffffffeu);
  EXPECT_EQ(__mul64hi(-1, 1), -1);
  EXPECT_EQ(__umul64hi(~0ull, 2), 1u);
  EXPECT_EQ(__mul24(0x00ffffff, 2), -2) << "the 24-bit number is -1";
  EXPECT_EQ(__umul24(0xff000002u, 3), 6u);
}

TEST(IntegerIntrinsics, AveragesAndDifferencesDoNotOverflow) {
  EXPECT_EQ(__hadd(INT_MAX, INT_MAX), INT_MAX);
  EXPECT_EQ(__rhadd(1, 2), 2);
  EXPECT_EQ(__uhadd(UINT_MAX, UINT_MAX - 1), UINT_MAX - 1);
  EXPECT_EQ(__urhadd(UINT_MAX, UINT_MAX - 1), UINT_MAX);
  EXPECT_EQ(__sad(INT_MIN, INT_MAX, 1), 0u) << "2^32 - 1 plus 1";
  EXPECT_EQ(__usad(3, 10, 5), 12u);
}

TEST(IntegerIntrinsics, BytesInAWordAreHandledOneByOne) {
  EXPECT_EQ(__dp4a(0x01020304, 0x01010101, 10), 20);
  EXPECT_EQ(__dp4a(static_cast<int>(0xff000000u), 0x02000000, 0), -2);
  EXPECT_EQ(__dp4a(0xff000000u, 0x02000000u, 0u), 510u);
  EXPECT_EQ(__vadd4(0xff01ff01u, 0x01010101u), 0x00020002u);
  EXPECT_EQ(__vaddus4(0xff01ff01u, 0x02020202u), 0xff03ff03u);
  EXPECT_EQ(__vabsdiffu4(0x05000a00u, 0x03000b00u), 0x02000100u);
  EXPECT_EQ(__vmaxs4(0x80010080u, 0x00000000u), 0x00010000u);
  EXPECT_EQ(__vsadu4(0x01020304u, 0x00000000u), 10u);
  EXPECT_EQ(__vcmpeq4(0x01020304u, 0x01000300u), 0xff00ff00u);
}
