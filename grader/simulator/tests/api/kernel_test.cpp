// Kernels as objects: attributes, occupancy, launches with packed arguments.
#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceTest;

int launches_seen = 0;
std::size_t sum_of_arguments = 0;

void body(char a, double b, int* c) {
  ++launches_seen;
  sum_of_arguments = std::size_t(a) + std::size_t(b) + (c != nullptr);
}
/// What the rewriter makes of `__global__ void kernel(char, double, int*)`.
void kernel(char a, double b, int* c) {
  wgsim::launch_kernel<char, double, int*>("kernel", 1024, &kernel, &body, a, b, c);
}

class ApiKernel : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    launches_seen = 0;
  }
};

TEST_F(ApiKernel, PackedArgumentsReachTheKernel) {
  char a = 3;
  double b = 40;
  int* c = nullptr;
  void* arguments[] = {&a, &b, &c};
  EXPECT_EQ(cudaLaunchKernel(kernel, 2, 8, arguments), cudaSuccess);
  EXPECT_EQ(launches_seen, 16);
  EXPECT_EQ(sum_of_arguments, 43u);
  EXPECT_EQ(cudaLaunchCooperativeKernel(kernel, 4, 1, arguments), cudaSuccess);
  EXPECT_EQ(launches_seen, 20);
}

TEST_F(ApiKernel, ARefusedLaunchAnswersItsOwnError) {
  char a = 0;
  double b = 0;
  int* c = nullptr;
  void* arguments[] = {&a, &b, &c};
  EXPECT_EQ(cudaLaunchKernel(kernel, 1, 4096, arguments), cudaErrorInvalidConfiguration);
  EXPECT_FINDING(too_many_threads, __LINE__ - 1);
  EXPECT_EQ(launches_seen, 0);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaLaunchKernel(kernel, 1, 1, arguments), cudaSuccess);
}

TEST_F(ApiKernel, MoreSharedMemoryHasToBeAskedFor) {
  char a = 0;
  double b = 0;
  int* c = nullptr;
  void* arguments[] = {&a, &b, &c};
  EXPECT_EQ(cudaLaunchKernel(kernel, 1, 1, arguments, 48 * 1024), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernel(kernel, 1, 1, arguments, 48 * 1024 + 1), cudaErrorInvalidValue);
  EXPECT_EQ(only_finding().message,
            "The launch of kernel is refused: it asks for 49153 bytes of dynamic shared memory; 49152 are "
            "allowed.");
  EXPECT_EQ(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024),
            cudaSuccess);
  EXPECT_EQ(cudaLaunchKernel(kernel, 1, 1, arguments, 64 * 1024), cudaSuccess);
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 64 * 1024);
  EXPECT_EQ(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared), cudaSuccess);
  constexpr auto attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;
  EXPECT_EQ(cudaFuncSetAttribute(kernel, attribute, 1 << 20), cudaErrorInvalidValue);
  EXPECT_FINDING(dynamic_shared_over_limit, __LINE__ - 1);
}

TEST_F(ApiKernel, OccupancyFollowsThreadsAndSharedMemory) {
  const auto blocks = [](int block_size, std::size_t shared) {
    int result = -1;
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&result, kernel, block_size, shared),
              cudaSuccess);
    return result;
  };
  EXPECT_EQ(blocks(1024, 0), 2);
  EXPECT_EQ(blocks(32, 0), 32);
  EXPECT_EQ(blocks(33, 0), 32);
  EXPECT_EQ(blocks(256, 48 * 1024), 4);
  EXPECT_EQ(blocks(2048, 0), 0);
  int grid = 0, block = 0;
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel), cudaSuccess);
  EXPECT_EQ(block, 1024);
  EXPECT_EQ(grid, 16);
}

TEST_F(ApiKernel, AsManyBlocksAsFitAreACooperativeGrid) {
  cudaDeviceProp device;
  ASSERT_EQ(cudaGetDeviceProperties(&device, 0), cudaSuccess);
  char a = 3;
  double b = 40;
  int* c = nullptr;
  void* arguments[] = {&a, &b, &c};
  for (const int block : {32, 96, 256, 1024}) {
    int per_multiprocessor = 0;
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, block, 0),
              cudaSuccess);
    const int blocks = per_multiprocessor * device.multiProcessorCount;
    launches_seen = 0;
    EXPECT_EQ(cudaLaunchCooperativeKernel(kernel, blocks, block, arguments), cudaSuccess);
    EXPECT_EQ(launches_seen, blocks * block);
    const cudaError_t refused = cudaLaunchCooperativeKernel(kernel, blocks + 1, block, arguments);
    EXPECT_EQ(refused, cudaErrorCooperativeLaunchTooLarge);
    EXPECT_FINDING(cooperative_grid_too_large, __LINE__ - 2);
  }
}

}  // namespace
