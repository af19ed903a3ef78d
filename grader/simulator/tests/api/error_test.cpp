// Errors: names, texts, the last error, and errors that stay.
#include "api_fixture.hpp"

namespace {

using wgsim::test::DeviceTest;

class ApiError : public DeviceTest {};

TEST_F(ApiError, NamesAndTextsAreThoseOfCuda) {
  EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument");
  EXPECT_STREQ(cudaGetErrorName(cudaError_t(12345)), "unrecognized error code");
}

TEST_F(ApiError, PeekingLeavesTheErrorAndAskingClearsIt) {
  int* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, std::size_t(1) << 50), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess) << "a success does not clear it";
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(ApiError, AKernelThatWentWrongBreaksEveryLaterCall) {
  wgsim::test::run(1, 1, [] { __trap(); });
  EXPECT_FINDING(trap_executed, __LINE__ - 1);
  int* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, 4), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure) << "asking does not clear it";
  EXPECT_EQ(cudaDeviceReset(), cudaErrorLaunchFailure);
}

}  // namespace
