#include <tuple>

#include "kernel_fixture.hpp"
#include "report/errors.hpp"
#include "schedule/residency.hpp"

namespace wgsim::test {

class Launch : public KernelTest {
 protected:
  static LaunchConfig shape(dim3 grid, dim3 block) {
    LaunchConfig config;
    config.grid = grid;
    config.block = block;
    config.kernel = "reduce_kernel";
    config.site = Site{"reduce.cu", 12};
    return config;
  }

  /// The error and the message of a launch that must not run.
  static Finding refused(const LaunchConfig& config, cudaError_t expected) {
    run(config, [] { trap(Site{"never", 1}); });
    EXPECT_EQ(expected, cudaGetLastError());
    EXPECT_EQ(cudaSuccess, cudaGetLastError()) << "a refused launch is not sticky";
    const Finding f = only_finding();
    EXPECT_EQ(FindingKind::launch_error, f.kind);
    EXPECT_EQ("reduce.cu", f.place.file);
    EXPECT_EQ(12, f.place.line);
    return f;
  }
};

TEST_F(Launch, EveryThreadOfEveryBlockRunsOnceWithItsOwnCoordinates) {
  int* count = allocate<int>(3 * 2 * 2 * 4 * 3 * 5);
  cudaMemset(count, 0, 3 * 2 * 2 * 4 * 3 * 5 * sizeof(int));
  run(dim3(3, 2, 2), dim3(4, 3, 5), [=] {
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    count[block * 60 + thread] += 1;
  });
  EXPECT_EQ(std::vector<int>(12 * 60, 1), download(count, 12 * 60));
}

TEST_F(Launch, ShapesOutsideTheLimitsAreRefused) {
  const std::vector<std::tuple<const char*, dim3, dim3>> shapes = {
      {"grid_without_blocks", 0, 256},        {"block_without_threads", 1, 0},
      {"too_many_threads", 1, 1025},          {"too_many_threads", 1, dim3(32, 64)},
      {"block_too_deep", 1, dim3(1, 1, 65)},  {"too_many_blocks", 0x80000000u, 1},
      {"too_many_blocks", dim3(1, 65536), 1}, {"too_many_blocks", dim3(1, 1, 65536), 1},
  };
  for (const auto& [problem, grid, block] : shapes)
    EXPECT_EQ(problem, refused(shape(grid, block), cudaErrorInvalidConfiguration).problem);
  EXPECT_CONTAINS("reduce_kernel is refused: its grid (0, 1, 1) has no blocks",
                  refused(shape(0, 256), cudaErrorInvalidConfiguration).message);
}

TEST_F(Launch, LaunchBoundsAreKept) {
  LaunchConfig config = shape(1, 256);
  config.max_threads = 128;
  EXPECT_EQ("128", fact(refused(config, cudaErrorLaunchOutOfResources), "most"));
}

TEST_F(Launch, NothingRunsAfterAKernelThatWentWrong) {
  int* out = upload<int>({0});
  run(1, 1, [=] { out[7] = 1; });
  EXPECT_EQ(FindingKind::out_of_bounds, only_finding().kind);
  run(1, 1, [=] { out[0] = 1; });
  EXPECT_EQ(cudaErrorIllegalAddress, cudaGetLastError());
  EXPECT_EQ(cudaErrorIllegalAddress, cudaGetLastError()) << "sticky";
  core::clear_errors();
  EXPECT_EQ(0, download(out, 1)[0]);
}

TEST_F(Launch, AnAbandonedKernelLeavesNothingBehindForTheNext) {
  int* out = allocate<int>(4 * 256);
  for (int turn = 0; turn < 3; ++turn) {
    run(4, 256, [=] {
      barrier(here());
      if (threadIdx.x == 100) out[5000] = 1;
      barrier(here());
    });
    EXPECT_EQ(FindingKind::out_of_bounds, only_finding().kind);
    core::clear_errors();
    run(4, 256, [=] {
      barrier(here());
      out[blockIdx.x * 256 + threadIdx.x] = turn;
    });
    EXPECT_EQ(std::vector<int>(4 * 256, turn), download(out, 4 * 256));
  }
}

}  // namespace wgsim::test
