#include "report/next_step.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

Result result_with(const std::vector<Verdict>& verdicts) {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.name = "scan";
  exercise.source = "student/unit_1/scan.cu";
  for (const Verdict verdict : verdicts) {
    TaskResult& task = exercise.tasks.emplace_back();
    task.name = fmt::format("task_{}", exercise.tasks.size());
    task.verdict = verdict;
    task.points = 2;
    task.line = 42;
  }
  return result;
}

std::string sentence(const Result& result) { return next_step(result).sentence; }

TEST(NextStep, IsTheFirstOfWhatMattersMost) {
  using enum Verdict;
  const std::vector<std::pair<std::vector<Verdict>, std::string>> expected = {
      {{race, grader_error}, "The grader or this machine failed, which is not your fault. To find out why:"},
      {{not_started, race}, "Next: correct scan/task_2 in student/unit_1/scan.cu, then run"},
      {{pass, not_started}, "Next: write scan/task_2 in student/unit_1/scan.cu, then run"},
      {{too_slow, not_started}, "Next: write scan/task_2 in student/unit_1/scan.cu, then run"},
      {{too_slow, pass}, "Next: speed up scan/task_1 in student/unit_1/scan.cu, then run"},
      {{pass, not_run}, "Some tasks wait for a device that is not here."},
      {{pass}, "All done."},
      {{}, "Nothing was graded."}};
  for (const auto& [verdicts, words] : expected) EXPECT_EQ(words, sentence(result_with(verdicts)));
}

TEST(NextStep, ARepairThatMayBeUntouchedComesInItsTurn) {
  Result result =
      result_with({Verdict::not_started, Verdict::wrong_answer, Verdict::not_started, Verdict::race});
  std::vector<TaskResult>& tasks = result.exercises[0].tasks;
  tasks[1].is_repair = true;
  const std::vector<std::pair<std::size_t, std::string>> in_turn = {
      {3, "correct"}, {0, "write"}, {1, "repair"}, {2, "write"}};
  for (const auto& [task, what] : in_turn) {
    EXPECT_TRUE(sentence(result).starts_with(fmt::format("Next: {} scan/task_{} in", what, task + 1)))
        << sentence(result);
    tasks[task].verdict = Verdict::pass;
  }
}

TEST(NextStep, RepeatsTheOptionsOfTheCommand) {
  Result result = result_with({Verdict::race});
  result.command = "./grade --submission mine";
  EXPECT_EQ("./grade --submission mine scan/task_1", next_step(result).command);
}

TEST(NextStep, AfterAllPassedOnlyTimesAndWarningsAreLeft) {
  Result result = result_with({Verdict::pass});
  result.exercises[0].tasks[0].warnings = {make_finding(Verdict::pass, "40 bytes are never freed.")};
  EXPECT_EQ("All results are right. Look at the warning above before you are done.", sentence(result));
  result.exercises[0].tasks[0].waiting_points = 2;
  EXPECT_EQ(
      "All results are right. The waiting points are for speed, which is measured on a GPU beside the "
      "course's reference.",
      sentence(result));
  result.device.kinds = {DeviceKind::simulator, DeviceKind::cuda};
  EXPECT_EQ("All results are right. The times can't be measured here.", sentence(result));
}

// ---- The first lines in a terminal
// --------------------------------------------------------------------------

std::string lines(const Result& result, const HumanOptions& options = {}) {
  return next_lines(result, next_step(result), options);
}

TEST(NextLines, NameTheTaskTheFirstLineToWriteAndTheCommands) {
  Result result = result_with({Verdict::not_started});
  result.exercises[0].tasks[0].hint = "Think.";
  EXPECT_EQ(
      "Next: write scan/task_1 – student/unit_1/scan.cu:42\n"
      "  ./grade scan/task_1        to check it\n"
      "  ./grade hint scan/task_1   for a hint\n",
      lines(result));
}

TEST(NextLines, OfATaskThatFailsLeadToTheMistake) {
  Result result = result_with({Verdict::race});
  Finding& finding = result.exercises[0].tasks[0].findings.emplace_back(make_finding(Verdict::race, ""));
  finding.place.file = "student/unit_1/scan.cu";
  finding.place.line = 50;
  EXPECT_EQ(
      "Next: correct scan/task_1 – student/unit_1/scan.cu:50\n  ./grade scan/task_1   to check it again\n",
      lines(result));
}

TEST(NextLines, APlaceThatDoesNotFitIsNotBroken) {
  HumanOptions narrow;
  narrow.width = 48;
  EXPECT_TRUE(lines(result_with({Verdict::not_started}), narrow)
                  .starts_with("Next: write scan/task_1\n  student/unit_1/scan.cu:42\n"));
}

TEST(NextLines, AfterAPassTheNextTaskOfTheCourseIsNamed) {
  HumanOptions options;
  options.next = OpenTask{"scan/blelloch", "student/unit_1/scan.cu", 60, "to check it"};
  EXPECT_EQ("Next: scan/blelloch – student/unit_1/scan.cu:60\n  ./grade scan/blelloch   to check it\n",
            lines(result_with({Verdict::pass}), options));
  EXPECT_EQ("All done.\n", lines(result_with({Verdict::pass})));
}

TEST(NextLines, AWarningIsTheNextStep) {
  Result result = result_with({Verdict::pass});
  result.exercises[0].tasks[0].warnings = {make_finding(Verdict::pass, "40 bytes are never freed.")};
  EXPECT_EQ("All results are right. Look at the warning below before you are done.\n", lines(result));
}

}  // namespace
}  // namespace warpgrade::report
