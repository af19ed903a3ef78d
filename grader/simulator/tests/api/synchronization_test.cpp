// Ends of a thread, clocks and fences.
#include <cassert>

#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceTest;

class Synchronization : public DeviceTest {};

TEST_F(Synchronization, AFailedAssertEndsTheKernelWithItsText) {
  int after = 0;
  wgsim::test::run(1, 64, [&] {
    assert(threadIdx.x != 40);
    if (threadIdx.x == 40) ++after;
  });
  EXPECT_FINDING(assertion_failed, __LINE__ - 3);
  EXPECT_EQ(after, 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
}

using SynchronizationDeathTest = Synchronization;
TEST_F(SynchronizationDeathTest, AFailedAssertInHostCodeAborts) {
  EXPECT_DEATH(assert(1 + 1 == 3), "synchronization_test.cpp:.*1 \\+ 1 == 3");
}

TEST_F(Synchronization, ClocksGoOnAndSleepingLetsOthersRun) {
  bool monotonous = true;
  volatile int ready = 0;
  wgsim::test::run(1, 2, [&] {
    const long long before = clock64();
    if (threadIdx.x == 0)
      while (ready == 0) __nanosleep(100);
    else
      ready = 1;
    __threadfence();
    monotonous = monotonous && clock64() >= before;
  });
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_TRUE(monotonous);
}

}  // namespace
