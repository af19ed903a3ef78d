// Half precision and bfloat16 between threads and in memory, and in the words of usual code. What their
// functions compute is compared with a GPU by programs/sixteen_bits.cu.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceArray;
using wgsim::test::DeviceTest;
using wgsim::test::run;

using Half = DeviceTest;

TEST_F(Half, NumbersAndPairsHaveTheSizesOfCuda) {
  EXPECT_EQ(sizeof(half), 2);
  EXPECT_EQ(sizeof(half2), 4);
  EXPECT_EQ(alignof(half2), 4);
  EXPECT_EQ(sizeof(__nv_bfloat16), 2);
  EXPECT_EQ(alignof(__nv_bfloat162), 4);
}

TEST_F(Half, ConvertsAndComputesOnTheHost) {
  const half third = 1.0f / 3;
  EXPECT_EQ(__half_as_ushort(third), 0x3555);
  EXPECT_EQ(float(half(2049)), 2048) << "a tie goes to the even one";
  EXPECT_EQ(float(__float2half_ru(2049)), 2050);
  EXPECT_EQ(int(half(-2.75f)), -2);
  EXPECT_EQ(float(half(1) / half(3) + third), 0.66650390625f);
  EXPECT_EQ(float(__nv_bfloat16(257)), 256);
  EXPECT_EQ(float(half(__nv_bfloat16(1e30f))), INFINITY);
  EXPECT_TRUE(half(1.0f) < third + half(1));
}

TEST_F(Half, EveryThreadsAdditionCounts) {
  DeviceArray<half> sum(1, half(0));
  DeviceArray<half2> pair(1, half2(0, 1));
  DeviceArray<__nv_bfloat16> other(1, __nv_bfloat16(0));
  run(2, 32, [a = sum.data(), b = pair.data(), c = other.data()] {
    atomicAdd(a, half(1));
    atomicAdd(b, half2(1, 2));
    atomicAdd(c, __nv_bfloat16(2));
  });
  EXPECT_EQ(float(sum[0]), 64);
  EXPECT_EQ(float(half2(pair[0]).x), 64);
  EXPECT_EQ(float(half2(pair[0]).y), 129);
  EXPECT_EQ(float(other[0]), 128);
}

TEST_F(Half, ShufflesMoveNumbersAndPairs) {
  DeviceArray<half> sums(32);
  DeviceArray<half2> others(32);
  run(1, 32, [sums = sums.data(), others = others.data()] {
    half value = half(int(threadIdx.x));
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
    sums[threadIdx.x] = value;
    others[threadIdx.x] = __shfl_down_sync(~0u, half2(int(threadIdx.x), 7), 1);
  });
  EXPECT_EQ(float(sums[5]), 496);
  EXPECT_EQ(float(half2(others[5]).x), 6);
  EXPECT_EQ(float(half2(others[5]).y), 7);
}

TEST_F(Half, AVectorLoadMovesEightOfThem) {
  DeviceArray<half> in(64, half(3)), out(64, half(0));
  run(1, 8, [in = in.data(), out = out.data()] {
    uint4 eight = __ldg(reinterpret_cast<const uint4*>(in) + threadIdx.x);
    half2* pairs = reinterpret_cast<half2*>(&eight);
    for (int i = 0; i < 4; ++i) pairs[i] = __hfma2(pairs[i], __half2half2(2), __float2half2_rn(0.5f));
    reinterpret_cast<uint4*>(out)[threadIdx.x] = eight;
  });
  for (int i = 0; i < 64; ++i) EXPECT_EQ(float(out[i]), 6.5f);
}

TEST_F(Half, AnAdditionOutsideOfAnAllocationIsAFinding) {
  DeviceArray<half> cell(1, half(0));
  run(1, 1, [p = cell.data() + 1] { atomicAdd(p, half(1)); });
  const int line = __LINE__ - 1;
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_FINDING(first_thread_past_end, line);
}

}  // namespace
