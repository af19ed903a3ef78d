#include "runner/cuda_launches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::runner {
namespace {

using ::testing::HasSubstr;

/// The finding for one refused launch.
Finding refuse(dim3 grid, dim3 block, std::size_t shared_bytes = 0) {
  forget_launches();
  note_launch(cudaErrorInvalidValue, grid, block, shared_bytes);
  return explain_refused_launch().value_or(Finding{});
}

TEST(RefusedLaunch, IsALaunchErrorWithItsShape) {
  const Finding finding = refuse({3, 1, 1}, {2048, 1, 1}, 16);
  EXPECT_EQ(finding.verdict, Verdict::launch_error);
  EXPECT_EQ(
      finding.message,
      "cudaErrorInvalidValue: a launch of (3, 1, 1) blocks of (2048, 1, 1) threads with 16 bytes of dynamic "
      "shared memory was refused.");
}

TEST(RefusedLaunch, TheRemedyFitsTheMistake) {
  EXPECT_THAT(refuse({0, 1, 1}, {32, 1, 1}).remedy, HasSubstr("empty"));
  EXPECT_THAT(refuse({1, 1, 1}, {32, 0, 1}).remedy, HasSubstr("empty"));
  EXPECT_THAT(refuse({1, 1, 1}, {64, 32, 1}).remedy, HasSubstr("1024 threads"));
  EXPECT_THAT(refuse({1, 70000, 1}, {32, 1, 1}).remedy, HasSubstr("65535"));
  EXPECT_THAT(refuse({1, 1, 1}, {32, 1, 1}, 50 << 10).remedy, HasSubstr("48 KB"));
}

TEST(RefusedLaunch, TheFirstOneIsTold) {
  forget_launches();
  note_launch(cudaErrorInvalidValue, {1, 1, 1}, {2000, 1, 1}, 0);
  note_launch(cudaErrorInvalidValue, {1, 1, 1}, {3000, 1, 1}, 0);
  EXPECT_THAT(explain_refused_launch().value_or(Finding{}).message, HasSubstr("(2000, 1, 1)"));
}

TEST(RefusedLaunch, LaunchesThatWentWellOrMetAnEarlierErrorAreNone) {
  forget_launches();
  EXPECT_EQ(note_launch(cudaSuccess, {1, 1, 1}, {32, 1, 1}, 0), cudaSuccess);
  EXPECT_EQ(note_launch(cudaErrorIllegalAddress, {1, 1, 1}, {32, 1, 1}, 0), cudaErrorIllegalAddress);
  EXPECT_FALSE(explain_refused_launch());
}

}  // namespace
}  // namespace warpgrade::runner
