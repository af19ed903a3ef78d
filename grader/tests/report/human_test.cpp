#include "report/human.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "report/text.hpp"
#include "tests/report/golden.hpp"
#include "tests/report/sample_result.hpp"
#include "tests/support/contains.hpp"

namespace warpgrade::report {
namespace {

using support::contains;

std::string report_of(const Result& result, const HumanOptions& options = {}) {
  std::ostringstream out;
  write_human(out, result, options);
  return out.str();
}

class Human : public ::testing::Test {
 protected:
  Human() {
    support::write_sample_submission(folder_);
    options_.submission = folder_.path();
  }
  std::string write(const Result& result) const { return report_of(result, options_); }

  support::TemporaryFolder folder_;
  HumanOptions options_;
};

TEST_F(Human, EveryVerdictAsTheGoldenFileShowsIt) {
  support::expect_golden("human.txt", write(support::sample_result()));
}

TEST_F(Human, AllCasesCanBeShownInFull) {
  options_.all_cases = true;
  support::expect_golden("human_all_cases.txt", write(support::sample_result()));
}

TEST_F(Human, DetailsOfTheTaskToWorkOnAndALineForEachExercise) {
  options_.all_details = false;
  Result result = support::sample_result();
  std::erase_if(result.exercises.back().tasks,
                [](const TaskResult& task) { return task.verdict == Verdict::grader_error; });
  support::expect_golden("human_next.txt", write(result));
}

TEST_F(Human, BrieflyOnlyWhatIsWrongAndALineForWhatIsRight) {
  options_.brief = true;
  support::expect_golden("human_brief.txt", write(support::sample_result()));
}

TEST_F(Human, WithoutUtf8EverythingIsAscii) {
  options_.unicode = false;
  const std::string text = write(support::sample_result());
  support::expect_golden("human_ascii.txt", text);
  for (const char c : text) ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
}

TEST_F(Human, ColoursAloneDifferFromThePlainReport) {
  const std::string plain = write(support::sample_result());
  options_.color = true;
  std::string colored = write(support::sample_result());
  EXPECT_NE(plain, colored);
  for (std::size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b')) {
    colored.erase(at, colored.find('m', at) - at + 1);
  }
  EXPECT_EQ(plain, colored);
}

TEST_F(Human, OnlyCommandsAreWiderThanTheTerminal) {
  options_.width = 72;
  const std::string text = write(support::sample_result());
  bool first = true;
  for (const std::string_view line : split_lines(text)) {
    const bool command = line.find("./grade") != std::string_view::npos;
    if (!first && !command) {
      EXPECT_LE(display_width(line), 72u) << line;
    }
    first = false;
  }
}

TEST_F(Human, ValuesOfHiddenCasesNeverAppear) {
  options_.all_cases = true;
  EXPECT_EQ(std::string::npos, write(support::sample_result()).find("SECRET"));
}

TEST_F(Human, AnEmptyResultSaysThatNothingWasGraded) {
  EXPECT_NE(std::string::npos, write(Result{}).find("Nothing was graded."));
}

Result with(std::vector<Verdict> verdicts) {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.name = "scan";
  exercise.source = "student/unit_1/scan.cu";
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    TaskResult& task = exercise.tasks.emplace_back();
    task.name = "task_" + std::to_string(i);
    task.verdict = verdicts[i];
    task.points = 2;
  }
  return result;
}

TEST(Header, NamesSubmissionDeviceAndSeed) {
  Result result;
  result.submission = "student";
  result.seed = 42;
  result.device = {{DeviceKind::simulator}, "simulator", {}};
  EXPECT_TRUE(report_of(result).starts_with("Warpgrade · student · simulator · seed 42\n"));
  result.device = {{DeviceKind::cuda}, "NVIDIA H200", {}};
  EXPECT_TRUE(report_of(result).starts_with("Warpgrade · student · cuda (NVIDIA H200) · seed 42\n"));
}

TEST(Totals, AWeakSandboxIsToldAndTheBestOneIsNot) {
  Result result = with({Verdict::pass});
  result.sandbox = SandboxTier::none;
  EXPECT_FALSE(contains(report_of(result), "SANDBOX")) << "nothing was run at all";
  result.device.kinds = {DeviceKind::simulator};
  result.sandbox = SandboxTier::bubblewrap;
  EXPECT_FALSE(contains(report_of(result), "andbox"));
  result.sandbox = SandboxTier::landlock;
  EXPECT_TRUE(contains(report_of(result), "Sandbox: Landlock, weaker than bubblewrap"));
  result.sandbox = SandboxTier::none;
  EXPECT_TRUE(contains(report_of(result), "NO SANDBOX"));
}

TEST(Printed, ByARightCaseIsShownWhereOneAsksForTheCaseUnlessItIsHidden) {
  Result result;
  result.exercises.emplace_back().tasks.emplace_back().verdict = Verdict::pass;
  CaseResult& one = result.exercises[0].tasks[0].cases.emplace_back();
  one.verdict = Verdict::pass;
  one.output = "total 7\n";
  EXPECT_FALSE(contains(report_of(result), "total 7"));
  HumanOptions options;
  options.printed = true;
  EXPECT_TRUE(contains(report_of(result, options), "Your program printed:\n    | total 7\n"));
  one.hidden = true;
  EXPECT_FALSE(contains(report_of(result, options), "total 7"));
}

TEST(Totals, NoPointsAreShownIfNothingIsScored) {
  Result result = with({Verdict::pass});
  result.exercises[0].tasks[0].points = 0;
  EXPECT_TRUE(contains(report_of(result), "No score: points are for whole tasks."));
  EXPECT_FALSE(contains(report_of(result), "0 / 0"));
}

TEST(Totals, SayWhyPointsWait) {
  Result result = with({Verdict::pass, Verdict::pass, Verdict::pass});
  for (TaskResult& task : result.exercises[0].tasks) {
    task.waiting_points = 2;
    task.timing_note = "there is no GPU here";
  }
  EXPECT_TRUE(contains(report_of(result),
                       "6 of them waiting for times on a GPU\n  6 points wait: there is no GPU here\n"))
      << report_of(result);
  result.exercises[0].tasks[1].timing_note = "the reference does not build";
  const std::string text = report_of(result);
  EXPECT_TRUE(contains(text, "  4 points wait (scan/task_0, scan/task_2): there is no GPU here\n")) << text;
  EXPECT_TRUE(contains(text, "  2 points wait (scan/task_1): the reference does not build\n")) << text;
}

TEST(Totals, OneLineNamesTheOptionThatShowsWhereMemoryIsWasted) {
  Result result;
  ExerciseResult& exercise = result.exercises.emplace_back();
  for (const char* name : {"a", "b", "c"}) {
    TaskResult& task = exercise.tasks.emplace_back();
    task.name = name;
    task.verdict = Verdict::pass;
  }
  for (const int i : {0, 1})
    exercise.tasks[std::size_t(i)].hot_lines = {{"a.cu", 2, "k", TrafficKind::global_store, 1, 32, 4}};
  EXPECT_TRUE(contains(report_of(result),
                       "2 right tasks keep the memory busy at least three times as long as they must."))
      << report_of(result);
  EXPECT_FALSE(contains(report_of(result), "could move less here"));
  HumanOptions with_costs;
  with_costs.costs = true;
  EXPECT_FALSE(contains(report_of(result, with_costs), "--costs"));
  EXPECT_TRUE(contains(report_of(result, with_costs), "a could move less here:"));
}

// ---- A line an exercise ----------------------------------------------------------------------------------

ExerciseResult exercise(const std::string& name, std::vector<TaskResult> tasks) {
  ExerciseResult result;
  result.name = name;
  result.tasks = std::move(tasks);
  return result;
}

TaskResult task(const std::string& name, Verdict verdict) {
  TaskResult result;
  result.name = name;
  result.verdict = verdict;
  result.points = 2;
  result.score = verdict == Verdict::pass ? 2 : 0;
  return result;
}

Result three_exercises() {
  TaskResult untouched = task("repair", Verdict::out_of_bounds);
  untouched.is_repair = true;
  Result result;
  result.exercises = {
      exercise("map", {task("write", Verdict::pass), task("repair", Verdict::pass)}),
      exercise("scan", {task("simple", Verdict::not_started), task("blelloch", Verdict::race)}),
      exercise("guard", {task("write", Verdict::not_started), untouched})};
  result.exercises[0].tasks[0].waiting_points = 1.5;
  return result;
}

std::string overview(const Result& result, int width = 80) {
  HumanOptions options;
  options.width = width;
  options.all_details = false;
  return report_of(result, options);
}

TEST(Overview, HasALineForEachExercise) {
  EXPECT_TRUE(contains(overview(three_exercises()),
                       "\n  exercise   right  points\n"
                       "✓ map       2 of 2   4 / 4  1.5 waiting\n"
                       "✗ scan      0 of 2   0 / 4  blelloch: race\n"
                       "○ guard     0 of 2   0 / 4  not started\n\n"));
}

TEST(Overview, AQuizIsNamedOnceAllTasksAreRight) {
  Result result = three_exercises();
  for (ExerciseResult& one : result.exercises) one.quiz.emplace().questions.resize(1);
  const std::string text = overview(result);
  EXPECT_TRUE(contains(text, "2 of 2   4 / 4  quiz open\n")) << text;
  EXPECT_TRUE(contains(text, "blelloch: race\n")) << text;
}

TEST(Overview, RemarksAreCutWhereALineIsTooShort) {
  EXPECT_TRUE(contains(overview(three_exercises(), /*width=*/40), "0 / 4  blelloch: r…\n"));
}

}  // namespace
}  // namespace warpgrade::report
