#include "report/next_lines.hpp"

#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

Result with_task(Verdict verdict) {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.name = "scan";
  exercise.source = "student/unit_1/scan.cu";
  TaskResult& task = exercise.tasks.emplace_back();
  task.name = "simple";
  task.verdict = verdict;
  task.points = 2;
  task.line = 42;
  return result;
}

std::string lines(const Result& result, const HumanOptions& options = {}) {
  return next_lines(result, next_step(result), options);
}

TEST(NextLines, NameTheTaskTheFirstLineToWriteAndTheCommands) {
  Result result = with_task(Verdict::not_started);
  result.exercises[0].tasks[0].hint = "Think.";
  EXPECT_EQ(
      "Next: write scan/simple – student/unit_1/scan.cu:42\n"
      "  ./grade scan/simple        to check it\n"
      "  ./grade hint scan/simple   for a hint\n",
      lines(result));
}

TEST(NextLines, OfATaskThatFailsLeadToTheMistake) {
  Result result = with_task(Verdict::race);
  Finding& finding = result.exercises[0].tasks[0].findings.emplace_back();
  finding.verdict = Verdict::race;
  finding.place.file = "student/unit_1/scan.cu";
  finding.place.line = 50;
  EXPECT_EQ(
      "Next: correct scan/simple – student/unit_1/scan.cu:50\n  ./grade scan/simple   to check it again\n",
      lines(result));
}

TEST(NextLines, APlaceThatDoesNotFitIsNotBroken) {
  HumanOptions narrow;
  narrow.width = 48;
  EXPECT_TRUE(lines(with_task(Verdict::not_started), narrow)
                  .starts_with("Next: write scan/simple\n  student/unit_1/scan.cu:42\n"));
}

TEST(NextLines, AfterAPassTheNextTaskOfTheCourseIsNamed) {
  HumanOptions options;
  options.next = OpenTask{"scan/blelloch", "student/unit_1/scan.cu", 60, "to check it"};
  EXPECT_EQ("Next: scan/blelloch – student/unit_1/scan.cu:60\n  ./grade scan/blelloch   to check it\n",
            lines(with_task(Verdict::pass), options));
  EXPECT_EQ("All done.\n", lines(with_task(Verdict::pass)));
}

TEST(NextLines, AWarningIsTheNextStep) {
  Result result = with_task(Verdict::pass);
  result.exercises[0].tasks[0].warnings = {make_finding(Verdict::pass, "40 bytes are never freed.")};
  EXPECT_EQ("All results are right. Look at the warning below before you are done.\n", lines(result));
}

}  // namespace
}  // namespace warpgrade::report
