// Atomic functions: what they store and what they return.
#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceArray;
using wgsim::test::DeviceTest;
using wgsim::test::run;

class Atomics : public DeviceTest {
 protected:
  /// What one call returns and leaves behind.
  template <class T>
  struct Outcome {
    T returned, stored;
    bool operator==(const Outcome&) const = default;
  };
  template <class T, class Call>
  static Outcome<T> once(T before, Call call) {
    DeviceArray<T> cell(1, before), returned(1);
    T* const address = cell.data();
    T* const result = returned.data();
    run(1, 1, [=] { *result = call(address); });
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return {returned[0], cell[0]};
  }
};

TEST_F(Atomics, EveryThreadsAdditionCounts) {
  DeviceArray<int> sum(1);
  DeviceArray<float> sum_float(1);
  DeviceArray<double> sum_double(1);
  DeviceArray<unsigned long long> sum_long(1);
  run(4, 100, [a = sum.data(), b = sum_float.data(), c = sum_double.data(), d = sum_long.data()] {
    atomicAdd(a, 1);
    atomicAdd(b, 0.5f);
    atomicAdd(c, 0.25);
    atomicAdd(d, 1ull << 32);
  });
  EXPECT_EQ(sum[0], 400);
  EXPECT_EQ(sum_float[0], 200.0f);
  EXPECT_EQ(sum_double[0], 100.0);
  EXPECT_EQ(sum_long[0], 400ull << 32);
}

TEST_F(Atomics, AdditionAndSubtractionWrapAround) {
  EXPECT_EQ(once(2147483647, [](int* p) { return atomicAdd(p, 1); }),
            (Outcome<int>{2147483647, -2147483647 - 1}));
  EXPECT_EQ(once(0u, [](unsigned* p) { return atomicSub(p, 1u); }), (Outcome<unsigned>{0u, 0xffffffffu}));
}

TEST_F(Atomics, ExchangeMinAndMaxReturnTheOldValue) {
  EXPECT_EQ(once(1.5f, [](float* p) { return atomicExch(p, 2.5f); }), (Outcome<float>{1.5f, 2.5f}));
  EXPECT_EQ(once(3, [](int* p) { return atomicMin(p, -4); }), (Outcome<int>{3, -4}));
  EXPECT_EQ(once(3, [](int* p) { return atomicMin(p, 4); }), (Outcome<int>{3, 3}));
  EXPECT_EQ(once(3u, [](unsigned* p) { return atomicMax(p, 0xffffffffu); }),
            (Outcome<unsigned>{3u, 0xffffffffu}));
  EXPECT_EQ(once(-5ll, [](long long* p) { return atomicMax(p, -6ll); }), (Outcome<long long>{-5, -5}));
}

TEST_F(Atomics, CompareAndSwapStoresOnlyOnEquality) {
  EXPECT_EQ(once(7, [](int* p) { return atomicCAS(p, 7, 8); }), (Outcome<int>{7, 8}));
  EXPECT_EQ(once(7, [](int* p) { return atomicCAS(p, 6, 8); }), (Outcome<int>{7, 7}));
  using u16 = unsigned short;
  EXPECT_EQ(once(u16(7), [](u16* p) { return atomicCAS(p, u16(7), u16(9)); }), (Outcome<u16>{7, 9}));
}

TEST_F(Atomics, BitOperationsWorkInAllScopes) {
  EXPECT_EQ(once(0b1100u, [](unsigned* p) { return atomicAnd(p, 0b1010u); }),
            (Outcome<unsigned>{0b1100, 0b1000}));
  EXPECT_EQ(once(0b1100u, [](unsigned* p) { return atomicOr_block(p, 0b1010u); }),
            (Outcome<unsigned>{0b1100, 0b1110}));
  EXPECT_EQ(once(0b1100ull, [](unsigned long long* p) { return atomicXor_system(p, 0b1010ull); }),
            (Outcome<unsigned long long>{0b1100, 0b0110}));
}

TEST_F(Atomics, AnAddressOutsideOfAnAllocationIsAFinding) {
  DeviceArray<int> cell(1);
  run(1, 1, [p = cell.data() + 1] { atomicAdd(p, 1); });
  const int line = __LINE__ - 1;
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_FINDING(first_thread_past_end, line);
}

}  // namespace
