#include "app/run_display.hpp"

#include <gtest/gtest.h>

namespace warpgrade::app {
namespace {

judge::Progress done(const std::string& task, Verdict verdict, DeviceKind device = DeviceKind::simulator) {
  return {.kind = judge::Progress::Kind::case_done,
          .exercise = "scan",
          .task = task,
          .verdict = verdict,
          .device = device,
          .cases_of_task = 2};
}

TEST(CaseTally, HasALineForEachTaskThatWasBegun) {
  CaseTally tally;
  tally.add(done("first", Verdict::pass));
  tally.add(done("second", Verdict::race));
  tally.add(done("first", Verdict::pass));
  tally.add(done("second", Verdict::not_run));
  tally.add(done("third", Verdict::pass));
  EXPECT_EQ(
      "✓ scan/first: 2 of 2 cases right\n"
      "✗ scan/second: 0 of 2 cases right\n"
      "… scan/third: 1 of 2 cases right, 1 not run yet\n",
      tally.text({}));
}

TEST(CaseTally, CasesOfEachDeviceAreCounted) {
  CaseTally tally;
  tally.add(done("first", Verdict::pass));
  tally.add(done("first", Verdict::pass, DeviceKind::cuda));
  EXPECT_EQ("… scan/first: 2 of 4 cases right, 2 not run yet\n", tally.text({}));
}

TEST(CaseTally, OfAnExerciseItCountsTheTasksThatAreRight) {
  CaseTally tally;
  for (const Verdict verdict : {Verdict::pass, Verdict::pass}) tally.add(done("first", verdict));
  EXPECT_EQ("✓ scan: 1 of 1 task right\n", tally.of_exercise("scan", {}));
  for (const Verdict verdict : {Verdict::pass, Verdict::not_run}) tally.add(done("second", verdict));
  EXPECT_EQ("… scan: 1 of 2 tasks right\n", tally.of_exercise("scan", {}));
  for (const Verdict verdict : {Verdict::race, Verdict::not_run}) tally.add(done("third", verdict));
  EXPECT_EQ("✗ scan: 1 of 3 tasks right\n", tally.of_exercise("scan", {}));
}

TEST(CaseTally, TellsOfATaskWhetherAllIsRightSoFar) {
  CaseTally tally;
  EXPECT_EQ("scan/first", tally.so_far("scan", "first")) << "nothing is known";
  tally.add(done("first", Verdict::pass));
  tally.add(done("first", Verdict::not_run));
  EXPECT_EQ("scan/first, all right so far", tally.so_far("scan", "first"));
  tally.add(done("first", Verdict::race));
  EXPECT_EQ("scan/first, 1 wrong so far", tally.so_far("scan", "first"));
}

}  // namespace
}  // namespace warpgrade::app
