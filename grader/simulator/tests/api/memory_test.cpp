// Allocation: what a program can allocate, and mistakes when it frees memory.
#include <cstdlib>
#include <memory>

#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceTest;

class ApiMemory : public DeviceTest {};

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_EQ(total, wgsim::options().device_memory_bytes);
  return free;
}

TEST_F(ApiMemory, AllocationsTakeMemoryAndGiveItBack) {
  const std::size_t before = free_bytes();
  float* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 1 << 20), cudaSuccess);
  EXPECT_NE(p, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 256, 0u);
  EXPECT_LE(free_bytes(), before - (1 << 20));
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(free_bytes(), before);
}

TEST_F(ApiMemory, NoBytesAreANullPointer) {
  int* p = reinterpret_cast<int*>(1);
  EXPECT_EQ(cudaMalloc(&p, 0), cudaSuccess);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(cudaFree(p), cudaSuccess) << "freeing nullptr is allowed";
}

TEST_F(ApiMemory, TooMuchIsOutOfMemory) {
  int* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, std::size_t(1) << 50), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "asking clears it";
}

TEST_F(ApiMemory, AnAllocationThatFailedIsNamedFirst) {
  int* p = nullptr;
  cudaMalloc(&p, std::size_t(1) << 50);
  const std::string line = std::to_string(__LINE__ - 1);
  const int value = 1;
  EXPECT_EQ(cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  const wgsim::Finding found = only_finding();
  EXPECT_TRUE(found.message.starts_with("The allocation of 1125899906842624 bytes at memory_test.cpp:" +
                                        line + " failed, and its error was not looked at"))
      << found.message;
  EXPECT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(nullptr, &value, sizeof value, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_TRUE(only_finding().message.starts_with("cudaMemcpy")) << "the last one succeeded";
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(ApiMemory, MemoryThatIsNeverFreedIsAWarningOnce) {
  int *kept = nullptr, *freed = nullptr, *named = nullptr;
  ASSERT_EQ(cudaMalloc(&kept, 40), cudaSuccess);
  const int line = __LINE__ - 1;
  ASSERT_EQ(cudaMalloc(&freed, 4), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&named, 4), cudaSuccess);
  wgsim::name_allocation(named, "out", 4);
  EXPECT_EQ(cudaFree(freed), cudaSuccess);
  wgsim::report_leaks();
  const wgsim::Finding found = only_finding();
  EXPECT_EQ(found.place.line, line);
  EXPECT_EQ(found.message, "This allocation of 40 bytes of device memory is never freed.");
  wgsim::report_leaks();
  EXPECT_TRUE(wgsim::take_findings().empty());
  EXPECT_EQ(cudaFree(kept), cudaSuccess);
  EXPECT_EQ(cudaFree(named), cudaSuccess);
}

TEST_F(ApiMemory, FreeingTwiceIsAFinding) {
  int* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  EXPECT_FINDING(freed_twice, __LINE__ - 1);
}

TEST_F(ApiMemory, FreeingTheMiddleOfAnAllocationIsAFinding) {
  int* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 64), cudaSuccess);
  EXPECT_EQ(cudaFree(p + 1), cudaErrorInvalidValue);
  EXPECT_FINDING(free_within_allocation, __LINE__ - 1);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(ApiMemory, FreeingHostMemoryIsAMixup) {
  const auto p = std::make_unique<int>(1);
  EXPECT_EQ(cudaFree(p.get()), cudaErrorInvalidValue);
  EXPECT_FINDING(free_of_host_memory, __LINE__ - 1);
}

TEST_F(ApiMemory, PinnedMemoryIsForHostAndDevice) {
  int* p = nullptr;
  ASSERT_EQ(cudaMallocHost(&p, 32 * sizeof(int)), cudaSuccess);
  int* on_device = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&on_device, p, 0), cudaSuccess);
  wgsim::test::run(1, 32, [=] { on_device[threadIdx.x] = int(threadIdx.x); });
  EXPECT_EQ(p[31], 31);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  EXPECT_FINDING(free_of_pinned_memory, __LINE__ - 1);
  EXPECT_EQ(cudaFreeHost(p), cudaSuccess);
}

TEST_F(ApiMemory, FreeHostTakesOnlyPinnedMemory) {
  int* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(p), cudaErrorInvalidValue);
  EXPECT_FINDING(pinned_free_of_other_memory, __LINE__ - 1);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(ApiMemory, StreamOrderedMemoryNeedsAStreamThatExists) {
  float* p = nullptr;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&p, 64, stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(p, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaMallocAsync(&p, 64, stream), cudaErrorInvalidResourceHandle);
  EXPECT_FINDING(no_such_stream, __LINE__ - 1);
  EXPECT_EQ(cudaFreeAsync(nullptr, nullptr), cudaErrorInvalidValue);
}

TEST_F(ApiMemory, AllocationFromAPoolNamesItselfInFindings) {
  cudaMemPool_t pool = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  int* p = nullptr;
  ASSERT_EQ(cudaMallocFromPoolAsync(&p, 64, pool, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(p, nullptr), cudaSuccess);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaMallocFromPoolAsync(&p, 64, pool, stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ("cudaMallocFromPoolAsync: this stream does not exist.", only_finding().message);
}

TEST_F(ApiMemory, HostMemoryCanBeRegisteredAndStaysTheHosts) {
  int value = 0, *device = nullptr;
  EXPECT_EQ(cudaHostRegister(&value, sizeof value, cudaHostRegisterDefault), cudaSuccess);
  EXPECT_EQ(cudaHostGetDevicePointer(&device, &value, 0), cudaErrorInvalidValue);
  EXPECT_FINDING(host_memory_not_pinned, __LINE__ - 1);
  EXPECT_EQ(cudaHostUnregister(&value), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(nullptr, 4, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostUnregister(nullptr), cudaErrorInvalidValue);
}

TEST_F(ApiMemory, PitchIsAlignedAndHoldsARow) {
  float* p = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&p, &pitch, 1000 * sizeof(float), 3), cudaSuccess);
  EXPECT_GE(pitch, 1000 * sizeof(float));
  EXPECT_EQ(pitch % 512, 0u);
  EXPECT_EQ(cudaMemset2D(p, pitch, 0, 1000 * sizeof(float), 3), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(ApiMemory, PointersTellWhatTheyPointTo) {
  int *device = nullptr, *managed = nullptr, *pinned = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 4), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&managed, 4), cudaSuccess);
  ASSERT_EQ(cudaHostAlloc(&pinned, 4, cudaHostAllocMapped), cudaSuccess);
  const auto type = [](const void* p) {
    cudaPointerAttributes attributes;
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, p), cudaSuccess);
    return attributes.type;
  };
  int local = 0;
  EXPECT_EQ(type(device), cudaMemoryTypeDevice);
  EXPECT_EQ(type(managed), cudaMemoryTypeManaged);
  EXPECT_EQ(type(pinned), cudaMemoryTypeHost);
  EXPECT_EQ(type(&local), cudaMemoryTypeUnregistered);
  *managed = 3;  // the host may
  EXPECT_EQ(cudaMemPrefetchAsync(managed, 4, 0), cudaSuccess);
  EXPECT_EQ(cudaMemPrefetchAsync(device, 4, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemAdvise(managed, 4, cudaMemAdviseSetReadMostly, 0), cudaSuccess);
  EXPECT_EQ(cudaMemAdvise(device, 4, cudaMemAdviseSetReadMostly, 0), cudaErrorInvalidValue);
}

TEST_F(ApiMemory, AKernelThatAllocatesIsRefused) {
  wgsim::test::run(1, 1, [] {
    int* p = nullptr;
    cudaMalloc(&p, 4);
  });
  EXPECT_FINDING(not_in_kernels, __LINE__ - 2);
  EXPECT_NE(cudaGetLastError(), cudaSuccess);
}

}  // namespace
