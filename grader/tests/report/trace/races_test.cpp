#include "report/trace/races.hpp"

#include <gtest/gtest.h>

#include "tests/report/trace/sample_recording.hpp"

namespace warpgrade::report::trace {
namespace {

TEST(Races, AreTheTwoAccessesInTheOrderOfTheSteps) {
  const Recording recording = support::scan_recording(8, true);
  const std::vector<Step> steps = steps_of(recording);
  const std::vector<Race> races = races_of(recording, steps);
  ASSERT_EQ(1u, races.size());
  const RecordedEvent &first = recording.events[races[0].first_event],
                      &second = recording.events[races[0].second_event];
  EXPECT_EQ(RecordedKind::write, first.kind);
  EXPECT_EQ(0u, first.thread);
  EXPECT_EQ(RecordedKind::read, second.kind);
  EXPECT_EQ(1u, second.thread);
  EXPECT_EQ(first.byte, second.byte);
  EXPECT_EQ(5u, races[0].first_step);
  EXPECT_EQ(6u, races[0].second_step);
}

TEST(Races, AccessesWithABarrierBetweenThemAreNoRace) {
  Recording recording = support::scan_recording(8, true);
  for (RecordedEvent& event : recording.events)
    if (event.kind == RecordedKind::read) event.phase += 10;
  EXPECT_TRUE(races_of(recording, steps_of(recording)).empty());
}

TEST(Races, OtherFindingsAndUnknownPlacesAreNone) {
  Recording recording = support::scan_recording(8, true);
  recording.findings[0].place.line = 999;
  EXPECT_TRUE(races_of(recording, steps_of(recording)).empty());
  recording = support::scan_recording(8, true);
  recording.findings[0].other.reset();
  EXPECT_TRUE(races_of(recording, steps_of(recording)).empty());
  recording = support::scan_recording(8, true);
  recording.findings[0].verdict = Verdict::out_of_bounds;
  EXPECT_TRUE(races_of(recording, steps_of(recording)).empty());
}

TEST(Races, BetweenBlocksAreFoundInGlobalMemoryOnly) {
  support::RecordingMaker maker;
  maker.launch("kernel", 2, 1);
  const unsigned data = maker.array("data", false, 1);
  for (const unsigned block : {0, 1}) {
    maker.thread(block, 0);
    maker.write(3, data, 0, int(block), 1);
  }
  Finding race = make_finding(Verdict::race, "two blocks");
  race.place.file = "sums.cu";
  race.place.line = 3;
  race.other = race.place;
  race.place.block = {1, 0, 0};
  race.other->block = {0, 0, 0};
  maker.recording.findings.push_back(race);
  EXPECT_EQ(1u, races_of(maker.recording, steps_of(maker.recording)).size());
  maker.recording.arrays[0].shared = true;
  EXPECT_TRUE(races_of(maker.recording, steps_of(maker.recording)).empty());
}

}  // namespace
}  // namespace warpgrade::report::trace
