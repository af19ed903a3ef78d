// Copies and fills: the data arrives, and a wrong direction, size or pointer gives a finding with its line.
#include <numeric>

#include "api_fixture.hpp"
#include "memory/allocations.hpp"

namespace {

using wgsim::test::DeviceArray;
using wgsim::test::DeviceTest;

class ApiCopy : public DeviceTest {
 protected:
  static std::vector<int> numbers(int n) {
    std::vector<int> v(n);
    std::iota(v.begin(), v.end(), 1);
    return v;
  }
};

TEST_F(ApiCopy, ACopyToTheDeviceAndBackChangesNothing) {
  const std::vector<int> in = numbers(100);
  std::vector<int> out(100);
  DeviceArray<int> a(100), b(100);
  EXPECT_EQ(cudaMemcpy(a.data(), in.data(), 400, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(b.data(), a.data(), 400, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(out.data(), b.data(), 400, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(out, in);
}

TEST_F(ApiCopy, SwappedPointersAreAMixup) {
  std::vector<int> host(4);
  DeviceArray<int> device(4);
  EXPECT_EQ(cudaMemcpy(host.data(), device.data(), 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(only_finding().message,
            "cudaMemcpy says cudaMemcpyHostToDevice, but its destination is host memory and its source "
            "device memory.");
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST_F(ApiCopy, EachWrongDirectionIsFound) {
  std::vector<int> host(4);
  DeviceArray<int> device(4);
  EXPECT_EQ(cudaMemcpy(device.data(), host.data(), 16, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_FINDING(wrong_direction, __LINE__ - 1);
  EXPECT_EQ(cudaMemcpy(device.data(), host.data(), 16, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_FINDING(host_memory_called_device, __LINE__ - 1);
  EXPECT_EQ(cudaMemcpy(device.data(), host.data(), 16, cudaMemcpyHostToHost), cudaErrorInvalidValue);
  EXPECT_FINDING(wrong_direction, __LINE__ - 1);
  EXPECT_EQ(cudaMemcpy(device.data(), host.data(), 16, cudaMemcpyKind(7)), cudaErrorInvalidMemcpyDirection);
}

TEST_F(ApiCopy, PastTheEndIsOutOfBoundsAndCopiesNothing) {
  const std::vector<int> host = numbers(100);
  DeviceArray<int> device(4, -1);
  EXPECT_EQ(cudaMemcpy(device.data(), host.data(), 400, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  const wgsim::Finding found = only_finding();
  EXPECT_EQ(found.problem, "copy_past_end");
  EXPECT_NE(found.message.find("has only 16 bytes"), std::string::npos) << found.message;
  EXPECT_EQ(device[0], -1);
}

TEST_F(ApiCopy, ACopyAfterTheFreeIsOutOfBounds) {
  int* p = nullptr;
  int value = 0;
  ASSERT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_FINDING(copy_of_freed_memory, __LINE__ - 1);
}

TEST_F(ApiCopy, ANullPointerIsAMisuse) {
  int value = 0;
  EXPECT_EQ(cudaMemcpy(nullptr, &value, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_FINDING(null_pointer, __LINE__ - 1);
  EXPECT_EQ(cudaMemcpy(nullptr, &value, 0, cudaMemcpyHostToDevice), cudaSuccess) << "no bytes, no harm";
}

TEST_F(ApiCopy, ACopyCarriesWhatWasWritten) {
  int *from = nullptr, *to = nullptr;
  const int value = 5;
  ASSERT_EQ(cudaMalloc(&from, 8), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&to, 8), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(from, &value, 4, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(to, from, 8, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(wgsim::core::first_unwritten(to, 8), 4);
  EXPECT_EQ(cudaMemset(to, 0, 8), cudaSuccess);
  EXPECT_EQ(wgsim::core::first_unwritten(to, 8), -1);
}

TEST_F(ApiCopy, BytesFromTheHostAreRememberedUntilTheDeviceWritesThere) {
  wgsim::Options watching;
  watching.watch_host = true;
  wgsim::set_options(watching);
  const std::vector<int> in = numbers(4);
  int *a = nullptr, *b = nullptr;
  ASSERT_EQ(cudaMalloc(&a, 16), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&b, 16), cudaSuccess);
  EXPECT_EQ(wgsim::from_host(a, 16).bytes, 0u);
  EXPECT_EQ(cudaMemcpy(a, in.data(), 12, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(wgsim::from_host(a, 16).bytes, 12u);
  EXPECT_EQ(wgsim::core::first_unwritten(a, 12), 0);  // not by the device
  EXPECT_EQ(cudaMemset(a, 0, 4), cudaSuccess);
  EXPECT_EQ(wgsim::from_host(a, 16).first, 4u);
  EXPECT_EQ(wgsim::from_host(a, 16).bytes, 8u);
  EXPECT_EQ(cudaMemcpy(b, a, 16, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(wgsim::from_host(b, 16).bytes, 8u);
  EXPECT_EQ(wgsim::from_host(b + 3, 4).bytes, 0u);
  EXPECT_EQ(cudaMemset(b, 0, 12), cudaSuccess);
  EXPECT_EQ(wgsim::from_host(b, 16).bytes, 0u);
}

TEST_F(ApiCopy, BytesBetweenHostAndDeviceAreCounted) {
  std::vector<int> host(4);
  DeviceArray<int> device(4, 7);
  wgsim::take_host_work();
  EXPECT_EQ(cudaMemcpy(host.data(), device.data(), 12, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device.data(), host.data(), 16, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(host.data(), 8, device.data(), 8, 4, 2, cudaMemcpyDefault), cudaSuccess);
  const wgsim::HostWork work = wgsim::take_host_work();
  EXPECT_EQ(work.bytes_read, 20u);
  EXPECT_EQ(work.bytes_written, 16u);
  EXPECT_EQ(wgsim::take_host_work().bytes_read, 0u);
}

TEST_F(ApiCopy, CopiesWithinTheDeviceAndFillsAreCounted) {
  DeviceArray<int> from(4, 7), to(4);
  wgsim::take_host_work();
  EXPECT_EQ(cudaMemcpy(to.data(), from.data(), 16, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(to.data(), 8, from.data(), 8, 4, 2, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemset(to.data(), 0, 16), cudaSuccess);
  const wgsim::HostWork work = wgsim::take_host_work();
  EXPECT_EQ(work.device_copies, 4u) << "one for each row";
  EXPECT_EQ(work.bytes_written, 0u);
}

TEST_F(ApiCopy, RowsSkipTheirPitch) {
  const std::vector<int> in = numbers(6);  // 2 rows of 3
  std::vector<int> out(6);
  DeviceArray<int> device(8, 0);  // 2 rows of 4
  EXPECT_EQ(cudaMemcpy2D(device.data(), 16, in.data(), 12, 12, 2, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(device[4], 4);
  EXPECT_EQ(device[3], 0);
  EXPECT_EQ(cudaMemcpy2D(out.data(), 12, device.data(), 16, 12, 2, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(out, in);
  EXPECT_EQ(cudaMemcpy2D(device.data(), 8, in.data(), 12, 12, 2, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  const cudaError_t error = cudaMemcpy2D(device.data(), 16, in.data(), 12, 12, 3, cudaMemcpyHostToDevice);
  EXPECT_FINDING(copy_past_end, __LINE__ - 1);
  EXPECT_EQ(error, cudaErrorInvalidValue);
}

TEST_F(ApiCopy, RowsAreFilledAndCopiedInAStream) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  std::vector<int> out(6, 1);
  DeviceArray<int> device(8, 1);  // 2 rows of 4
  EXPECT_EQ(cudaMemset2DAsync(device.data(), 16, 0, 12, 2, stream), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2DAsync(out.data(), 12, device.data(), 16, 12, 2, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(out, std::vector<int>(6, 0));
  EXPECT_EQ(device[3], 1) << "behind the first row";
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(ApiCopy, MemsetFillsBytes) {
  DeviceArray<int> device(3, 7);
  EXPECT_EQ(cudaMemset(device.data(), 1, 8), cudaSuccess);
  EXPECT_EQ(device[1], 0x01010101);
  EXPECT_EQ(device[2], 7);
  EXPECT_EQ(cudaMemsetAsync(device.data(), 0, 16), cudaErrorInvalidValue);
  EXPECT_FINDING(copy_past_end, __LINE__ - 1);
}

TEST_F(ApiCopy, MemsetOfHostMemoryIsAMixup) {
  int host = 0;
  EXPECT_EQ(cudaMemset(&host, 0, 4), cudaErrorInvalidValue);
  EXPECT_FINDING(fill_of_host_memory, __LINE__ - 1);
}

}  // namespace
