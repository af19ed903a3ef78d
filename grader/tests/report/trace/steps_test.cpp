#include "report/trace/steps.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/trace/sample_recording.hpp"

namespace warpgrade::report::trace {
namespace {

using support::RecordingMaker;
using support::scan_recording;
using support::sums_recording;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

std::vector<StepKind> kinds(const std::vector<Step>& steps) {
  std::vector<StepKind> all;
  for (const Step& step : steps) all.push_back(step.kind);
  return all;
}

std::vector<unsigned> threads(const Recording& recording, const Step& step) {
  std::vector<unsigned> all;
  for (const std::size_t event : step.events) all.push_back(recording.events[event].thread);
  return all;
}

/// Properties that the steps of every recording have, in whatever order its events are.
class StepsOf : public ::testing::TestWithParam<Recording (*)()> {
 protected:
  const Recording recording = GetParam()();
  const std::vector<Step> steps = steps_of(recording);
};

TEST_P(StepsOf, HaveEachEventOnce) {
  std::vector<std::size_t> seen;
  for (const Step& step : steps) seen.insert(seen.end(), step.events.begin(), step.events.end());
  std::ranges::sort(seen);
  std::vector<std::size_t> all(recording.events.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  EXPECT_EQ(all, seen);
}

TEST_P(StepsOf, KeepTheOrderOfEachThread) {
  std::map<std::tuple<unsigned, unsigned>, std::size_t> last;
  for (const Step& step : steps)
    for (const std::size_t i : step.events) {
      const RecordedEvent& event = recording.events[i];
      const auto [known, is_new] = last.try_emplace({event.block, event.thread}, i);
      EXPECT_TRUE(is_new || known->second < i);
      known->second = i;
    }
}

TEST_P(StepsOf, CrossNoBarrier) {
  std::map<unsigned, unsigned> phases;  // by block
  for (const Step& step : steps)
    for (const std::size_t i : step.events) {
      const RecordedEvent& event = recording.events[i];
      EXPECT_EQ(event.phase, phases[event.block]);
      if (event.kind == RecordedKind::barrier) ++phases[event.block];
    }
}

TEST_P(StepsOf, LeaveWhatEachReadGot) {
  std::map<std::tuple<unsigned, unsigned, std::uint64_t>, std::uint64_t> memory;
  for (const Step& step : steps)
    for (const std::size_t i : step.events) {
      const RecordedEvent& event = recording.events[i];
      const bool writes = event.kind == RecordedKind::write || event.kind == RecordedKind::atomic;
      if (!writes && event.kind != RecordedKind::read) continue;
      const unsigned block = recording.arrays[event.array].shared ? event.block : 0;
      const auto [held, is_new] =
          memory.try_emplace({event.array, block, event.byte}, writes ? event.after : event.before);
      if (is_new) continue;
      if (event.kind != RecordedKind::write) {
        EXPECT_EQ(held->second, event.before);
      }
      if (writes) held->second = event.after;
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, StepsOf,
                         ::testing::Values([] { return scan_recording(8, false); },
                                           [] { return scan_recording(8, true); },
                                           [] { return scan_recording(64, false); },
                                           [] { return scan_recording(64, true); },
                                           [] { return sums_recording(); }));

TEST(Steps, LanesOfAWarpGoTogether) {
  const Recording recording = scan_recording(2, false);
  const std::vector<Step> steps = steps_of(recording);
  using enum StepKind;
  EXPECT_THAT(kinds(steps), ElementsAre(launch, read, write, barrier, read, read, barrier, write, barrier,
                                        read, write, end));
  EXPECT_THAT(threads(recording, steps[1]), ElementsAre(0, 1));
  EXPECT_THAT(threads(recording, steps[5]), ElementsAre(1)) << "thread 0 has no left neighbour";
}

TEST(Steps, WarpsTakeTurns) {
  const Recording recording = scan_recording(64, false);
  const std::vector<Step> steps = steps_of(recording);
  EXPECT_EQ(32u, steps[1].events.size());
  for (const std::size_t i : {1, 2, 3, 4}) EXPECT_EQ((i - 1) % 2, steps[i].warp) << i;
  EXPECT_EQ(StepKind::read, steps[2].kind);
  EXPECT_EQ(StepKind::write, steps[3].kind);
}

TEST(Steps, ARaceSplitsTheInstructionWhoseLanesDependOnEachOther) {
  const Recording recording = scan_recording(4, true);
  const std::vector<Step> steps = steps_of(recording);
  // First all threads read their own element. Then thread 0 writes; after that thread 1 reads what it wrote,
  // writes, and so on.
  EXPECT_THAT(threads(recording, steps[4]), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(threads(recording, steps[5]), ElementsAre(0));
  EXPECT_EQ(StepKind::write, steps[5].kind);
  EXPECT_THAT(threads(recording, steps[6]), ElementsAre(1));
  EXPECT_EQ(StepKind::read, steps[6].kind);
}

TEST(Steps, WithoutNumbersTheSameVisitOfALineIsOneInstruction) {
  Recording recording = scan_recording(8, false);
  const std::vector<StepKind> with_numbers = kinds(steps_of(recording));
  for (RecordedEvent& event : recording.events) event.instruction = 0;
  EXPECT_THAT(kinds(steps_of(recording)), ElementsAreArray(with_numbers));
}

TEST(Steps, AtomicsOnOneElementAreOneStep) {
  RecordingMaker maker;
  maker.launch("count_kernel", 1, 3);
  const unsigned bins = maker.array("bins", false, 1);
  for (const int t : {0, 1, 2}) {
    maker.thread(0, unsigned(t));
    maker.atomic_add(3, bins, 0, t, t + 1, 1);
  }
  const std::vector<Step> steps = steps_of(maker.recording);
  ASSERT_EQ(3u, steps.size());
  EXPECT_THAT(steps[1].events, ElementsAre(0, 1, 2));
}

TEST(Steps, ABlockThatWaitsForAnotherComesAfterIt) {
  RecordingMaker maker;
  maker.launch("flag_kernel", 2, 1);
  const unsigned flag = maker.array("flag", false, 1);
  maker.thread(0, 0);
  maker.read(3, flag, 0, 0, 1);
  maker.thread(1, 0);
  maker.write(5, flag, 0, 1, 1);
  maker.thread(0, 0);
  maker.read(3, flag, 0, 1, 2);
  const std::vector<Step> steps = steps_of(maker.recording);
  ASSERT_EQ(5u, steps.size());
  EXPECT_EQ(0u, steps[1].block);
  EXPECT_EQ(1u, steps[2].block);
  EXPECT_EQ(0u, steps[3].block);
}

TEST(Steps, LanesOfASyncwarpDoNothingOfWhatFollowsBefore) {
  RecordingMaker maker;
  maker.launch("kernel", 1, 2);
  const unsigned data = maker.array("data", true, 2);
  maker.thread(0, 0);
  maker.write(1, data, 0, 5, 1);
  maker.thread(0, 1);
  maker.write(2, data, 1, 6, 2);
  maker.warp_sync(3, 0x3);
  maker.thread(0, 0);
  maker.write(4, data, 0, 7, 3);
  const std::vector<Step> steps = steps_of(maker.recording);
  using enum StepKind;
  EXPECT_THAT(kinds(steps), ElementsAre(launch, write, write, warp_sync, write, end));
}

TEST(Steps, BlocksFromTheFifthOnAreOneStep) {
  RecordingMaker maker;
  maker.launch("kernel", 6, 1);
  const unsigned out = maker.array("out", false, 6, true);
  for (unsigned block = 0; block < 6; ++block) {
    maker.thread(block, 0);
    maker.write(3, out, block, int(block), 1);
  }
  const std::vector<Step> steps = steps_of(maker.recording);
  ASSERT_EQ(7u, steps.size());
  EXPECT_EQ(StepKind::others, steps[5].kind);
  EXPECT_THAT(steps[5].events, ElementsAre(4, 5));
}

TEST(Steps, AfterTheMostThatAreShownTheRestIsOneStep) {
  RecordingMaker maker;
  maker.launch("kernel", 1, 1);
  const unsigned data = maker.array("data", true, 1);
  for (int i = 0; i < 2000; ++i) maker.write(3, data, 0, i, std::uint64_t(i) + 1);
  maker.launch("another", 1, 1);
  maker.write(4, data, 0, 7, 9999);
  const std::vector<Step> steps = steps_of(maker.recording);
  ASSERT_EQ(kMostSteps + 2, steps.size());
  EXPECT_EQ(StepKind::others, steps[kMostSteps].kind);
  EXPECT_EQ(2000 - (kMostSteps - 1) + 1, steps[kMostSteps].events.size());
}

TEST(Steps, EachLaunchBeginsWithAStepOfItsOwn) {
  RecordingMaker maker;
  maker.launch("first", 1, 1);
  maker.launch("second", 1, 1);
  const std::vector<Step> steps = steps_of(maker.recording);
  using enum StepKind;
  EXPECT_THAT(kinds(steps), ElementsAre(launch, launch, end));
  EXPECT_EQ(1u, steps[1].launch);
}

}  // namespace
}  // namespace warpgrade::report::trace
