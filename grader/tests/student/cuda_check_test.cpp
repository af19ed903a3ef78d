// warpgrade/cuda_check.cuh: a failed call is thrown, with all that one needs to find it.
#include <string>

#include <gtest/gtest.h>
#include <warpgrade/cuda_check.cuh>

#include "wgsim/simulator.hpp"

namespace {

TEST(CudaCheck, SuccessIsSilent) { EXPECT_NO_THROW(WARPGRADE_CHECK(cudaDeviceSynchronize())); }

TEST(CudaCheck, AnErrorSaysWhereWhatAndItsName) {
  int line = 0;
  try {
    line = __LINE__ + 1;
    WARPGRADE_CHECK(cudaMemset(nullptr, 0, 4));
    FAIL() << "nothing was thrown";
  } catch (const warpgrade::CudaError& error) {
    EXPECT_EQ(error.error(), cudaErrorInvalidValue);
    EXPECT_EQ(error.what(),
              std::string(__FILE__) + ":" + std::to_string(line) +
                  ": cudaMemset(nullptr, 0, 4) failed: cudaErrorInvalidValue (invalid argument)");
  }
  cudaGetLastError();
  wgsim::take_findings();
}

TEST(CudaCheck, ARefusedLaunchIsThrown) {
  wgsim::LaunchConfig config;
  config.block = 2048;
  wgsim::launch(
      config, [](void*) {}, nullptr);
  EXPECT_THROW(WARPGRADE_CHECK_LAUNCH(), warpgrade::CudaError);
  EXPECT_NO_THROW(WARPGRADE_CHECK_LAUNCH()) << "asking clears it";
  wgsim::take_findings();
}

}  // namespace
