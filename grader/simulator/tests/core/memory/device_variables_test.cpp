#include "kernel_fixture.hpp"

// As the rewriter leaves `__device__ int counter = 5;` and `__constant__ float weights[4];`.
#ifdef __APPLE__
#define IN_SECTION(name) __attribute__((section("__DATA," name)))
#else
#define IN_SECTION(name) __attribute__((section(name)))
#endif
IN_SECTION("wgsim_device") int counter = 5;
IN_SECTION("wgsim_device") int plane[8] = {};
IN_SECTION("wgsim_constant") float weights[4] = {1, 2, 3, 4};

namespace wgsim::test {

using DeviceVariables = KernelTest;

TEST_F(DeviceVariables, AreNoLongerTheHostsWhereAKernelWrites) {
  Options options;
  options.watch_host = true;
  set_options(options);
  const int in[8] = {};
  EXPECT_EQ(cudaSuccess, cudaMemcpyToSymbol(plane, in, sizeof in));
  EXPECT_TRUE(core::is_from_host(plane, sizeof plane));
  run(1, 4, [] { plane[threadIdx.x] = 1; });
  EXPECT_FALSE(core::is_from_host(plane, 4));
  EXPECT_TRUE(core::is_from_host(plane + 4, 16));
}

TEST_F(DeviceVariables, ResetGivesThemTheirFirstValues) {
  run(1, 1, [] { counter = 100; });
  reset_device();
  int value = 0;
  EXPECT_EQ(cudaSuccess, cudaMemcpyFromSymbol(&value, counter, sizeof value));
  EXPECT_EQ(5, value);
}

TEST_F(DeviceVariables, AKernelMustNotWriteConstants) {
  run(1, 1, [] { weights[1] = 9; });
  EXPECT_EQ("constant_written", only_problem());
}

TEST_F(DeviceVariables, HostCodeCannotTouchThem) {
  plane[2] = 3;
  const Finding f = only_finding();
  EXPECT_EQ("device_variable_on_host", f.problem);
  EXPECT_EQ("the __device__ variable plane (byte 8 of 32)", fact(f, "memory"));
}

}  // namespace wgsim::test
