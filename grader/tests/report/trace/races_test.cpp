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

TEST(Races, AreInTheTurnOfALoopInWhichTheyWereFound) {
  support::RecordingMaker maker;
  maker.launch("kernel", 1, 2);
  const unsigned data = maker.array("data", true, 4);
  for (int turn = 0; turn < 3; ++turn) {
    maker.thread(0, 0);
    maker.write(3, data, 0, turn, 1);
    if (turn == 0) maker.barrier(4);
    maker.thread(0, 1);
    maker.read(5, data, 0, turn, 2);
  }
  Finding race = make_finding(Verdict::race, "in the second turn");
  race.place.file = "sums.cu";
  race.place.line = 5;
  race.other = race.place;
  race.other->line = 3;
  for (const std::uint64_t event : {4, 5}) {  // a store is found when its thread goes on
    race.event = event;
    maker.recording.findings = {race};
    const std::vector<Race> races = races_of(maker.recording, steps_of(maker.recording));
    ASSERT_EQ(1u, races.size());
    EXPECT_EQ(3u, races[0].first_event);
    EXPECT_EQ(4u, races[0].second_event);
  }
}

TEST(Races, OtherFindingsAndUnknownPlacesAreNone) {
  using Change = void (*)(Finding&);
  for (const Change change :
       {Change([](Finding& f) { f.place.line = 999; }), Change([](Finding& f) { f.other.reset(); }),
        Change([](Finding& f) { f.verdict = Verdict::out_of_bounds; })}) {
    Recording recording = support::scan_recording(8, true);
    change(recording.findings[0]);
    EXPECT_TRUE(races_of(recording, steps_of(recording)).empty());
  }
}

}  // namespace
}  // namespace warpgrade::report::trace
