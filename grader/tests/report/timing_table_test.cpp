#include "report/timing_table.hpp"

#include <gtest/gtest.h>

#include "report/text.hpp"
#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::contains;

TimingResult time_of(std::uint64_t n, double ms, double ratio, int tier) {
  TimingResult result;
  result.n = n;
  result.op = "sum_i32";
  result.input = "random";
  result.ms = {ms, ms * 0.99, ms * 1.01};
  result.gb_per_second = double(8 * n) / ms / 1e6;
  result.copy_fraction = Measured{0.738 / ratio, 0.73 / ratio, 0.74 / ratio};
  result.reference_ratio = Measured{ratio, ratio - 0.01, ratio + 0.01};
  result.cub_ratio = Measured{ratio * 0.8, ratio * 0.79, ratio * 0.81};
  result.repetitions = 40;
  result.tier = tier;
  return result;
}

/// 40 % of copy for 2 points, 1.25 × the reference's time for 4, 1.05 × for 6.
TaskResult timed_task(int tier) {
  TaskResult task;
  task.name = "device_inclusive";
  task.points = 6;
  task.timing_points = 6;
  task.tiers = {{2, TierKind::copy_fraction, 0.4},
                {4, TierKind::reference_ratio, 1.25},
                {6, TierKind::reference_ratio, 1.05}};
  task.timing = {time_of(1 << 24, 0.043, 1.1, 2), time_of(1 << 28, 0.72, 1.36, 1)};
  task.tier = tier;
  return task;
}

TEST(TimingTable, TheInterestingColumnsRemainOnANarrowTerminal) {
  HumanOptions options;
  options.width = 60;
  const std::string text = timing_table(timed_task(1), options);
  EXPECT_TRUE(contains(text, "n  input       ms    copy  × ref.  × CUB  tier\n")) << text;
  for (const std::string_view line : split_lines(text)) EXPECT_LE(display_width(line), 60u) << line;
}

TEST(TimingTable, ColumnsThatNothingWasMeasuredForAreLeftOut) {
  TaskResult task = timed_task(1);
  for (TimingResult& timing : task.timing) timing.reference_ratio.reset(), timing.cub_ratio.reset();
  const std::string text = timing_table(task, {});
  EXPECT_TRUE(contains(text, "GB/s    copy  tier\n")) << text;
}

TEST(TimingTable, OnAnotherCardThanTheTiersWereCalibratedOnTheirMeaningIsTold) {
  TaskResult task = timed_task(1);
  EXPECT_FALSE(contains(timing_table(task, {}), "calibrated"));
  task.tiers_of = "NVIDIA H200";
  EXPECT_TRUE(contains(timing_footnotes(task).back(), "They hold here as well"));
  task.tiers[0].kind = TierKind::max_ms;
  EXPECT_EQ(
      "The tiers were calibrated on NVIDIA H200, and not on this card. Milliseconds don't carry over from "
      "one "
      "card to another.",
      timing_footnotes(task).back());
}

TEST(TimingTable, InputsAreNamedWhereThereAreSeveral) {
  TaskResult task = timed_task(1);
  task.timing[1].input = "skewed";
  EXPECT_TRUE(contains(timing_table(task, {}), "yours is 1.36 at n = 2^28, skewed, so"));
}

TEST(TimingTable, AMeasurementThatFailedHasNoFigures) {
  TaskResult task = timed_task(0);
  task.timing[1].ms = {};
  task.timing[1].note = task.timing_note = "the GPU has too little memory";
  const std::string text = timing_table(task, {});
  EXPECT_TRUE(contains(text, "      2^28  random\n")) << text;
  EXPECT_TRUE(contains(text, "n = 2^28: the GPU has too little memory\n")) << text;
  EXPECT_FALSE(contains(text, "points")) << "they wait: " << text;
}

TEST(TimingTable, ATaskThatWasNotTimedHasNone) {
  EXPECT_EQ("", timing_table(TaskResult(), {}));
  TaskResult task = timed_task(0);
  for (TimingResult& timing : task.timing) timing.ms = {};
  EXPECT_EQ("", timing_table(task, {}));
}

TEST(TimingTable, ARightTaskThatWaitsForAGpuShowsItsTiers) {
  TaskResult task = timed_task(0);
  task.timing.clear();
  task.verdict = Verdict::pass;
  task.waiting_points = 6;
  EXPECT_EQ(
      "      device_inclusive for speed: 2 points for at least 40 % of the copy's\n"
      "      bandwidth, 4 points for at most 1.25 × the reference's time, 6 points for\n"
      "      1.05 ×.\n",
      timing_table(task, {}));
  task.verdict = Verdict::wrong_answer;
  EXPECT_EQ("", timing_table(task, {})) << "right comes before fast";
}

TEST(TierSentence, TheBestTierNeedsNothingMore) {
  TaskResult task = timed_task(3);
  EXPECT_EQ("Tier 3 of 3, 6 of 6 points.", tier_sentence(task));
}

TEST(TierSentence, NearlyThereIsToldFromThere) {
  TaskResult task = timed_task(1);
  task.timing[1].reference_ratio->value = 1.2504;
  EXPECT_TRUE(contains(tier_sentence(task), "yours is 1.2504 at n = 2^28, so 1 % less time."))
      << tier_sentence(task);
}

TEST(TierSentence, EachKindHasItsWords) {
  TaskResult task = timed_task(0);
  task.timing.resize(1);
  task.timing[0].tier = 0;
  task.tiers = {{2, TierKind::max_ms, 0.04}};
  EXPECT_TRUE(
      contains(tier_sentence(task), "The first needs at most 0.04 ms: yours is 0.043, so 7 % less time."))
      << tier_sentence(task);
  task.tiers = {{2, TierKind::copy_fraction, 0.8}};
  EXPECT_TRUE(contains(tier_sentence(task),
                       "at least 80 % of the copy's bandwidth: yours is 67.09, so 17 % less time."))
      << tier_sentence(task);
  task.tiers = {{2, TierKind::cub_ratio, 0.8}};
  EXPECT_TRUE(contains(tier_sentence(task), "at most 0.8 × CUB's time: yours is 0.88, so 10 % less time."))
      << tier_sentence(task);
}

TEST(TierSentence, ATierThatCannotBeMeasuredIsNamed) {
  TaskResult task = timed_task(1);
  task.tiers[1].measurable = task.tiers[2].measurable = false;
  for (TimingResult& timing : task.timing) timing.reference_ratio.reset();
  EXPECT_TRUE(contains(tier_sentence(task),
                       "needs at most 1.25 × the reference's time, which can't be measured here."))
      << tier_sentence(task);
}

TEST(WhyPointsWait, IsTheNoteOrWhatIsMissing) {
  TaskResult task = timed_task(1);
  EXPECT_EQ("", why_points_wait(task));
  task.waiting_points = 4;
  task.tiers[1].measurable = false;
  EXPECT_EQ("the reference, which they compare with, is not here", why_points_wait(task));
  task.timing_note = "there is no GPU here";
  EXPECT_EQ("there is no GPU here", why_points_wait(task));
}

}  // namespace
}  // namespace warpgrade::report
