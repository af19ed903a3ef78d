#include "runner/cuda_errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/device.hpp"

namespace warpgrade::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ExplainCudaError, GivesEachKindOfErrorItsVerdict) {
  EXPECT_EQ(explain_cuda_error(cudaErrorInvalidConfiguration).verdict, Verdict::launch_error);
  EXPECT_EQ(explain_cuda_error(cudaErrorLaunchOutOfResources).verdict, Verdict::launch_error);
  EXPECT_EQ(explain_cuda_error(cudaErrorIllegalAddress).verdict, Verdict::out_of_bounds);
  EXPECT_EQ(explain_cuda_error(cudaErrorMisalignedAddress).verdict, Verdict::cuda_error);
  EXPECT_EQ(explain_cuda_error(cudaErrorAssert).verdict, Verdict::cuda_error);
  EXPECT_EQ(explain_cuda_error(cudaErrorLaunchTimeout).verdict, Verdict::timeout);
  EXPECT_THROW(explain_cuda_error(cudaErrorNoKernelImageForDevice), DeviceFault);
}

TEST(ExplainCudaError, NamesTheErrorAsCudaDoes) {
  EXPECT_THAT(explain_cuda_error(cudaErrorIllegalAddress).message, StartsWith("cudaErrorIllegalAddress: "));
}

TEST(ExplainCudaError, AnErrorWithoutAStoryHasCudasOwnText) {
  const Finding finding = explain_cuda_error(cudaErrorNotSupported);
  EXPECT_EQ(finding.verdict, Verdict::cuda_error);
  EXPECT_THAT(finding.message, HasSubstr(cudaGetErrorString(cudaErrorNotSupported)));
}

}  // namespace
}  // namespace warpgrade::runner
