// __device__ and __constant__ variables by name.
#include "api_fixture.hpp"

// What the rewriter makes of `__device__ int counters[4];` and `__constant__ float scale;`.
__attribute__((section("wgsim_device"))) int counters[4];
__attribute__((section("wgsim_constant"))) float scale = 1;

namespace {

using wgsim::test::DeviceArray;
using wgsim::test::DeviceTest;

class ApiSymbol : public DeviceTest {};

TEST_F(ApiSymbol, CopiesToAndFromAVariable) {
  const int in[] = {1, 2, 3, 4};
  int out[2] = {};
  EXPECT_EQ(cudaMemcpyToSymbol(counters, in, sizeof in), cudaSuccess);
  EXPECT_EQ(cudaMemcpyFromSymbol(out, counters, 8, 8), cudaSuccess);
  EXPECT_EQ(out[0], 3);
  EXPECT_EQ(out[1], 4);
  EXPECT_EQ(cudaMemcpyFromSymbolAsync(out, counters, 8, 0, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 1);
  const float half = 0.5f;
  EXPECT_EQ(cudaMemcpyToSymbolAsync(scale, &half, 4, 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(scale, 0.5f);
}

TEST_F(ApiSymbol, CopiesBetweenVariableAndDeviceMemory) {
  DeviceArray<int> device(4, 9);
  EXPECT_EQ(cudaMemcpyToSymbol(counters, device.data(), 16, 0, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(counters[3], 9);
  EXPECT_EQ(cudaMemcpyToSymbol(counters, device.data(), 16), cudaErrorInvalidValue);
  EXPECT_FINDING(symbol_and_device, __LINE__ - 1);
}

TEST_F(ApiSymbol, CopiesWithinTheDeviceAreCounted) {
  DeviceArray<int> device(4, 9);
  wgsim::take_host_work();
  EXPECT_EQ(cudaMemcpyToSymbol(counters, device.data(), 16, 0, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpyFromSymbol(device.data(), counters, 16, 0, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(wgsim::take_host_work().device_copies, 2u);
}

TEST_F(ApiSymbol, BytesOfTheHostStayTheHostsInAVariable) {
  wgsim::Options watching;
  watching.watch_host = true;
  wgsim::set_options(watching);
  const int in[] = {1, 2, 3, 4};
  int* out = nullptr;
  ASSERT_EQ(cudaMalloc(&out, 16), cudaSuccess);
  const auto fetch = [&] { return cudaMemcpyFromSymbol(out, counters, 16, 0, cudaMemcpyDeviceToDevice); };
  EXPECT_EQ(fetch(), cudaSuccess);
  EXPECT_EQ(wgsim::from_host(out, 16).bytes, 0u);
  EXPECT_EQ(cudaMemcpyToSymbol(counters, in, 16), cudaSuccess);
  EXPECT_EQ(fetch(), cudaSuccess);
  EXPECT_EQ(wgsim::from_host(out, 16).bytes, 16u);
  int* address = nullptr;
  EXPECT_EQ(cudaGetSymbolAddress(&address, counters), cudaSuccess);
  EXPECT_EQ(cudaMemset(address, 0, 4), cudaSuccess);
  EXPECT_EQ(fetch(), cudaSuccess);
  EXPECT_EQ(wgsim::from_host(out, 16).first, 4u);
  EXPECT_EQ(wgsim::from_host(out, 16).bytes, 12u);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
}

TEST_F(ApiSymbol, PastTheEndIsOutOfBounds) {
  const int in[8] = {};
  EXPECT_EQ(cudaMemcpyToSymbol(counters, in, sizeof in), cudaErrorInvalidValue);
  EXPECT_FINDING(copy_past_end_of_symbol, __LINE__ - 1);
  EXPECT_EQ(cudaMemcpyToSymbol(counters, in, 8, 12), cudaErrorInvalidValue);
  EXPECT_EQ("cudaMemcpyToSymbol of 8 bytes at offset 12: the variable has only 16 bytes.",
            only_finding().message);
}

TEST_F(ApiSymbol, SomethingElseIsNoSymbol) {
  int host = 0;
  EXPECT_EQ(cudaMemcpyToSymbol(host, &host, 4), cudaErrorInvalidSymbol);
  EXPECT_FINDING(no_such_symbol, __LINE__ - 1);
}

TEST_F(ApiSymbol, ThePlainNameIsNoDevicePointerInHostCode) {
  const int in[4] = {};
  EXPECT_EQ(cudaMemcpy(&scale, in, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_FINDING(name_of_variable_as_pointer, __LINE__ - 1);
}

TEST_F(ApiSymbol, AddressAndSizeAreThoseOfTheVariable) {
  int* address = nullptr;
  std::size_t bytes = 0;
  const int in[4] = {5, 6, 7, 8};
  EXPECT_EQ(cudaGetSymbolAddress(&address, counters), cudaSuccess);
  EXPECT_EQ(cudaGetSymbolSize(&bytes, counters), cudaSuccess);
  EXPECT_EQ(bytes, sizeof counters);
  EXPECT_EQ(cudaMemcpy(address, in, sizeof in, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(counters[2], 7);
}

}  // namespace
