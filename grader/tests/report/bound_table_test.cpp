#include "report/bound_table.hpp"

#include <gtest/gtest.h>

#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::contains;

TaskResult bounded() {
  TaskResult task;
  task.name = "device_inclusive";
  task.tiers = {{1, TierKind::reference_ratio, 6},
                {2, TierKind::reference_ratio, 2.9},
                {3, TierKind::reference_ratio, 1.15}};
  TimeBounds& bounds = task.bounds.emplace();
  bounds.card = "NVIDIA H200";
  bounds.reference_is_known = true;
  TimeBound small;
  small.n = 1 << 26;
  small.input = "random";
  small.ms = 0.135;
  small.limit = Limit::memory;
  small.amount = 1.07e9;
  small.compulsory_bytes = 5.4e8;
  small.copy_fraction = 0.5;
  TimeBound large = small;
  large.n = 1 << 28;
  large.ms = 0.638;
  large.limit = Limit::load_store;
  large.amount = 17.3e6;
  large.line = HotLine{"scan.cu", 41, "scan", TrafficKind::shared_load, 10, 29, 10};
  bounds.bounds = {small, large};
  return task;
}

TEST(BoundTable, HasALineForEachSizeWithItsReason) {
  TaskResult task = bounded();
  task.bounds->out_of_reach = TimeBounds::OutOfReach{3, 1 << 28, 0.5968};
  HumanOptions wide;
  wide.width = 90;
  EXPECT_EQ(
      "      device_inclusive on NVIDIA H200: faster than this it can't be.\n"
      "         n  input   at least, ms  of a copy  because of\n"
      "      2^26  random        0.1350     ≤ 50 %  memory: 1.07 GB, 2.0 × inputs and outputs\n"
      "      2^28  random        0.6380     ≤ 50 %  17.3 million turns of the load/store units\n"
      "      Most is wasted in scan.cu:41 (shared load): 2.9 passes over the banks for each that\n"
      "      is needed.\n"
      "      Out of reach: tier 3, at most 0.5968 ms at n = 2^28.\n",
      bound_table(task, wide));
}

TEST(BoundTable, NeverSaysThatATierIsReached) {
  TaskResult task = bounded();
  EXPECT_TRUE(contains(bound_table(task, {}), "No tier is ruled out by this; only a GPU can tell"));
  task.bounds->reference_is_known = false;
  EXPECT_TRUE(contains(bound_table(task, {}), "Which tiers that rules out is not known"));
}

TEST(BoundTable, WhereItIsTooWideTheLeastImportantColumnsAreLeftOut) {
  const std::string text = bound_table(bounded(), {});
  EXPECT_TRUE(contains(text, "      2^26  random        0.1350  memory: 1.07 GB, 2.0 ×")) << text;
  HumanOptions narrow;
  narrow.width = 66;
  EXPECT_TRUE(contains(bound_table(bounded(), narrow), "      2^26        0.1350  memory: 1.07 GB"));
  narrow.width = 50;
  EXPECT_TRUE(
      contains(bound_table(bounded(), narrow), "      2^26        0.1350  memory: 1.07 GB, 2.0 × …\n"))
      << bound_table(bounded(), narrow);
}

TEST(BoundTable, IsEmptyWhereBoundsWereNotAskedFor) { EXPECT_EQ("", bound_table(TaskResult(), {})); }

}  // namespace
}  // namespace warpgrade::report
