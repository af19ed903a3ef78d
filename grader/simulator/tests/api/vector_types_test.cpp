// Short vector types: CUDA's sizes, alignments, and makers.
#include <type_traits>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

TEST(VectorTypes, HaveTheSizesAndAlignmentsOfCuda) {
  EXPECT_EQ(sizeof(char3), 3u);
  EXPECT_EQ(alignof(uchar4), 4u);
  EXPECT_EQ(alignof(short2), 4u);
  EXPECT_EQ(alignof(ushort4), 8u);
  EXPECT_EQ(sizeof(float3), 12u);
  EXPECT_EQ(alignof(float3), 4u);
  EXPECT_EQ(alignof(float2), 8u);
  EXPECT_EQ(alignof(float4), 16u);
  EXPECT_EQ(alignof(double2), 16u);
  EXPECT_EQ(sizeof(double4), 32u);
  EXPECT_EQ(alignof(double4), 16u);
  EXPECT_EQ(sizeof(longlong3), 24u);
}

TEST(VectorTypes, MakersFillComponentsInOrder) {
  constexpr int4 v = make_int4(1, -2, 3, -4);
  EXPECT_EQ(v.x, 1);
  EXPECT_EQ(v.y, -2);
  EXPECT_EQ(v.z, 3);
  EXPECT_EQ(v.w, -4);
  EXPECT_EQ(make_uchar2(255, 7).x, 255);
}

TEST(Dim3, MissingExtentsAreOne) {
  const dim3 from_number = 7;
  EXPECT_EQ(from_number.x, 7u);
  EXPECT_EQ(from_number.y, 1u);
  EXPECT_EQ(from_number.z, 1u);
  const dim3 from_vector = make_uint3(1, 2, 3);
  EXPECT_EQ(from_vector.z, 3u);
}
