#include "report/words.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace wgsim::core {

TEST(Words, HaveTheFactsOfTheFinding) {
  const Finding one = finding_of(Problem::leaked_memory, {{"bytes", 1}});
  EXPECT_EQ(FindingKind::leak, one.kind);
  EXPECT_EQ("leaked_memory", one.problem);
  EXPECT_EQ("This allocation of 1 byte of device memory is never freed.", one.message);
  EXPECT_EQ("This allocation of 4 bytes of device memory is never freed.",
            finding_of(Problem::leaked_memory, {{"bytes", 4}}).message);
  EXPECT_EQ("0 bytes", counted(0, "byte"));
}

TEST(Words, TheKindOfAProblemIsWhatVerdictsAreMadeOf) {
  using enum FindingKind;
  const std::pair<Problem, FindingKind> kinds[] = {
      {Problem::freed_memory, out_of_bounds},
      {Problem::copy_past_end, out_of_bounds},
      {Problem::copy_of_freed_memory, out_of_bounds},
      {Problem::misaligned_access, misaligned},
      {Problem::unwritten_memory, uninitialized_read},
      {Problem::wrong_direction, host_device_mixup},
      {Problem::fill_of_host_memory, host_device_mixup},
      {Problem::free_of_host_memory, host_device_mixup},
      {Problem::host_memory_in_kernel, host_device_mixup},
      {Problem::device_memory_on_host, host_device_mixup},
      {Problem::symbol_and_device, host_device_mixup},
      {Problem::freed_twice, api_misuse},
      {Problem::free_within_allocation, api_misuse},
      {Problem::no_such_stream, api_misuse},
      {Problem::no_such_symbol, api_misuse},
      {Problem::too_many_threads, launch_error},
      {Problem::over_launch_bounds, launch_error},
      {Problem::race_in_block, race},
      {Problem::copy_source_written, race},
      {Problem::fence_missing, missing_fence},
      {Problem::different_masks, barrier_divergence},
      {Problem::own_lane_not_in_mask, barrier_divergence},
      {Problem::exited_before_strict_barrier, barrier_divergence},
      {Problem::exited_before_barrier, barrier_after_exit},
      {Problem::all_wait, deadlock},
      {Problem::all_spin, livelock},
      {Problem::kernel_still_runs, timeout},
      {Problem::assertion_failed, assertion},
      {Problem::not_in_kernels, unsupported},
      {Problem::no_return_in_kernel, missing_return},
      {Problem::division_by_zero, division_by_zero},
  };
  for (const auto& [problem, kind] : kinds) {
    const Finding found = finding_of(problem, {});
    EXPECT_EQ(kind, found.kind) << found.problem;
  }
}

TEST(Words, LeaveBracesWithinAFactAsTheyAre) {
  EXPECT_EQ("assert(a{b}) failed in f.",
            finding_of(Problem::assertion_failed, {{"expression", "a{b}"}, {"function", "f"}}).message);
}

}  // namespace wgsim::core
