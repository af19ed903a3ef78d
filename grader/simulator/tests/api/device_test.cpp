// The simulated device: properties, limits, pools, starting afresh.
#include <cstdint>

#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceTest;

class ApiDevice : public DeviceTest {};

TEST_F(ApiDevice, ThereIsOneDevice) {
  int device = -1, count = 0;
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
  EXPECT_FINDING(no_such_device, __LINE__ - 1);
}

TEST_F(ApiDevice, PropertiesAndAttributesAgree) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT_STREQ(p.name, "Warpgrade simulator");
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.totalGlobalMem, wgsim::options().device_memory_bytes);
  const auto attribute = [](cudaDeviceAttr which) {
    int value = -1;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, which, 0), cudaSuccess);
    return value;
  };
  EXPECT_EQ(attribute(cudaDevAttrMaxThreadsPerBlock), p.maxThreadsPerBlock);
  EXPECT_EQ(attribute(cudaDevAttrMaxGridDimY), p.maxGridSize[1]);
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), p.major);
  EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), p.multiProcessorCount);
  EXPECT_EQ(attribute(cudaDevAttrMaxSharedMemoryPerBlock), 48 * 1024);
  int value = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDeviceAttr(9999), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDeviceProperties(&p, 3), cudaErrorInvalidDevice);
}

TEST_F(ApiDevice, HasAsManyMultiprocessorsAsItsOptionsSay) {
  wgsim::Options options = wgsim::options();
  options.multiprocessors = 3;
  wgsim::set_options(options);
  int count = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT_EQ(count, 3);
}

TEST_F(ApiDevice, VersionsAreThoseOfTheHeaders) {
  int driver = 0, runtime = 0;
  EXPECT_EQ(cudaDriverGetVersion(&driver), cudaSuccess);
  EXPECT_EQ(cudaRuntimeGetVersion(&runtime), cudaSuccess);
  EXPECT_EQ(driver, CUDART_VERSION);
  EXPECT_EQ(runtime, CUDART_VERSION);
}

TEST_F(ApiDevice, LimitsAreKept) {
  std::size_t bytes = 0;
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 24), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize), cudaSuccess);
  EXPECT_EQ(bytes, std::size_t(1) << 24);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimit(77), 1), cudaErrorUnsupportedLimit);
}

TEST_F(ApiDevice, ThePoolKeepsItsThreshold) {
  cudaMemPool_t pool = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  std::uint64_t threshold = UINT64_MAX, used = 0;
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
  threshold = 0;
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
  EXPECT_EQ(threshold, UINT64_MAX);
  void* p = nullptr;
  ASSERT_EQ(cudaMallocAsync(&p, 4096, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
  EXPECT_GE(used, 4096u);
  cudaMemPool_t current = nullptr;
  EXPECT_EQ(cudaDeviceGetMemPool(&current, 0), cudaSuccess);
  EXPECT_EQ(current, pool) << "there is one pool";
  EXPECT_EQ(cudaMemPoolTrimTo(pool, 0), cudaSuccess);
  EXPECT_EQ(cudaMemPoolTrimTo(nullptr, 0), cudaErrorInvalidValue);
}

TEST_F(ApiDevice, ResetDoesNotFreeTheArraysOfTheProgramAround) {
  int* out = nullptr;
  ASSERT_EQ(cudaMalloc(&out, 4), cudaSuccess);
  wgsim::name_allocation(out, "out", 4);
  EXPECT_EQ(cudaDeviceReset(), cudaErrorNotSupported);
  const int line = __LINE__ - 1;
  const wgsim::Finding found = only_finding();
  EXPECT_EQ(found.problem, "reset_of_others_memory");
  EXPECT_EQ(found.place.line, line);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  cudaGetLastError();
}

TEST_F(ApiDevice, ResetFreesMemoryAndKeepsFindings) {
  int* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  EXPECT_EQ(cudaFree(p + 1), cudaErrorInvalidValue);
  const int line = __LINE__ - 1;
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_FINDING(free_within_allocation, line);
  std::size_t free = 0, total = 1;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_EQ(free, total);
}

TEST_F(ApiDevice, SettingsThatChangeNothingAreTaken) {
  EXPECT_EQ(cudaInitDevice(0, 0, 0), cudaSuccess);
  EXPECT_EQ(cudaInitDevice(1, 0, 0), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDeviceFlags(cudaDeviceScheduleSpin), cudaSuccess);
  EXPECT_EQ(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte), cudaSuccess);
  EXPECT_EQ(cudaProfilerStart(), cudaSuccess);
  EXPECT_EQ(cudaProfilerStop(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1), cudaSuccess);
  cudaFuncCache config = cudaFuncCachePreferL1;
  EXPECT_EQ(cudaDeviceGetCacheConfig(&config), cudaSuccess);
  EXPECT_EQ(config, cudaFuncCachePreferNone) << "there is no cache to divide";
}

TEST_F(ApiDevice, NoOtherDeviceCanBeReached) {
  int can_access = -1;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can_access, 0, 0), cudaSuccess);
  EXPECT_EQ(can_access, 0);
}

}  // namespace
