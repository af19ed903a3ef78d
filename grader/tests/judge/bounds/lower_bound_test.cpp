#include "judge/bounds/lower_bound.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

/// 10 multiprocessors at 1 GHz, so a turn of all of them takes 1 ns; 1000 GB/s; a cache of 1 MB.
constexpr Card kCard{"a card", 10, 1000, 1000, 1};
constexpr double kMB = 1024 * 1024, kSectorsPerMB = kMB / 32;

KernelCounts kernel(const std::string& name) {
  KernelCounts counts;
  counts.kernel = name;
  counts.launches = 1;
  return counts;
}

KernelCounts copying(double megabytes) {
  KernelCounts counts = kernel("copy");
  counts.read_sectors = counts.fresh_sectors = counts.written_sectors = megabytes * kSectorsPerMB;
  return counts;
}

TEST(LowerBound, InputsComeFromMemoryAndTheCacheMayKeepTheLastOutputs) {
  const TimeBound bound = lower_bound({1 << 20, {copying(100)}, 200 * kMB}, kCard);
  EXPECT_EQ(Limit::memory, bound.limit);
  EXPECT_DOUBLE_EQ((100 + 99) * kMB, bound.amount);
  EXPECT_DOUBLE_EQ(199 * kMB / 1e9, bound.ms);
  EXPECT_DOUBLE_EQ(1, bound.copy_fraction) << "never more than a copy";
}

TEST(LowerBound, DataThatAnEarlierLaunchTouchedMayStillBeInTheCache) {
  KernelCounts again = copying(100);
  again.fresh_sectors = 0;
  again.launches = 3;
  EXPECT_DOUBLE_EQ((97 + 97) * kMB, lower_bound({1, {again}, 0}, kCard).amount);
}

TEST(LowerBound, KernelsInTurnTakeTheSumOfTheirTimes) {
  KernelCounts shared = kernel("shared");
  shared.memory_passes = 3e6;  // 0.3 ms on 10 multiprocessors
  KernelCounts copy = copying(100);
  const double copy_ms = 199 * kMB / 1e9;
  EXPECT_DOUBLE_EQ(0.3 + copy_ms, lower_bound({1, {copy, shared}, 0}, kCard).ms);
  EXPECT_EQ(Limit::load_store, lower_bound({1, {copy, shared}, 0}, kCard).limit);
}

TEST(LowerBound, KernelsThatMayOverlapTakeTheLongestOfTheSums) {
  KernelCounts shared = kernel("shared");
  shared.memory_passes = 3e6;
  shared.overlaps = true;
  EXPECT_DOUBLE_EQ(0.3, lower_bound({1, {copying(100), shared}, 0}, kCard).ms);
}

TEST(LowerBound, OneBlockHasOneMultiprocessor) {
  KernelCounts alone = kernel("alone");
  alone.memory_passes = 1e6;
  alone.one_block = true;
  const TimeBound bound = lower_bound({1, {alone}, 0}, kCard);
  EXPECT_EQ(Limit::one_block, bound.limit);
  EXPECT_DOUBLE_EQ(1, bound.ms);
}

TEST(LowerBound, AtomicsAtOneAddressTakeTurnsAndLaunchesTakeTheirTime) {
  KernelCounts counting = kernel("count");
  counting.hot_atomics = 5e6;
  EXPECT_EQ(Limit::atomics, lower_bound({1, {counting}, 0}, kCard).limit);
  EXPECT_DOUBLE_EQ(5, lower_bound({1, {counting}, 0}, kCard).ms);
  KernelCounts many = kernel("many");
  many.launches = 1000;
  EXPECT_EQ(Limit::launches, lower_bound({1, {many}, 0}, kCard).limit);
  EXPECT_DOUBLE_EQ(0.5, lower_bound({1, {many}, 0}, kCard).ms);
}

KernelCounts with_passes(double passes) {
  KernelCounts counts = kernel("k");
  counts.memory_passes = passes;
  return counts;
}

double passes_at_16(double at_1, double at_4) {
  return extrapolated({1, {with_passes(at_1)}, 8}, {4, {with_passes(at_4)}, 32}, 16)
      .kernels.at(0)
      .memory_passes;
}

TEST(Extrapolated, CountsThatGrowWithTheElementsGoOnInAStraightLine) {
  EXPECT_DOUBLE_EQ(1600, passes_at_16(100, 400));
  EXPECT_DOUBLE_EQ(390 + 3 * 4 * 290 / 3.0, passes_at_16(100, 390)) << "the same slope, less a constant part";
}

TEST(Extrapolated, MoreThanLinearIsTakenForLinear) { EXPECT_DOUBLE_EQ(6400, passes_at_16(100, 1600)); }

TEST(Extrapolated, CountsThatHardlyGrowAreTakenForConstant) {
  EXPECT_DOUBLE_EQ(18, passes_at_16(16, 18)) << "a logarithm";
  EXPECT_DOUBLE_EQ(200, passes_at_16(100, 200)) << "a square root";
  EXPECT_DOUBLE_EQ(50, passes_at_16(100, 50)) << "another way for large inputs";
}

TEST(Extrapolated, AKernelThatOnlyTheLargerCallHasStaysAsItIs) {
  const CountedCall call = extrapolated({1, {}, 8}, {4, {with_passes(7)}, 32}, 16);
  EXPECT_EQ(7, call.kernels.at(0).memory_passes);
  EXPECT_EQ(128, call.compulsory_bytes);
  EXPECT_EQ(16u, call.n);
}

}  // namespace
}  // namespace warpgrade::judge
