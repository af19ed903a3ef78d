#include "report/cost_table.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::report {
namespace {

TaskResult measured_task() {
  TaskResult task;
  task.name = "hillis_steele";
  for (const std::uint64_t n : {32, 1024}) {
    CaseResult& one = task.cases.emplace_back();
    one.cost["work"] = {n == 32 ? 129.0 : 523'776.0, n == 32 ? 160.0 : 10'240.0, "n·log2(n)", n};
    one.cost["depth"] = {n == 32 ? 5.0 : 10.0, n == 32 ? 5.0 : 10.0, "log2(n)", n};
    one.cost["barriers"] = {n / 2.0, std::nullopt, "", n};
  }
  return task;
}

TEST(CostTable, HasALineForWorkStepsAndWhatIsBoundAndAColumnForEachN) {
  EXPECT_EQ(
      "      hillis_steele  n   32     1024\n"
      "                 depth    5       10  at most log2(n)\n"
      "                  work  129  523776✗  at most n·log2(n)\n",
      cost_table(measured_task(), CostRows::all, {}));
}

TEST(CostTable, TheLargestSizesAreShownIfNotAllFit) {
  TaskResult task;
  task.name = "t";
  for (std::uint64_t n = 1; n <= 9; ++n) task.cases.emplace_back().cost["work"] = {1, std::nullopt, "", n};
  const std::string text = cost_table(task, CostRows::all, {});
  EXPECT_NE(std::string::npos, text.find("4  5  6  7  8  9\n")) << text;
  EXPECT_EQ(std::string::npos, text.find("3")) << text;
}

TEST(CostTable, OfFailingCostsOnlyTheRowsAboveTheirBoundsAreShown) {
  EXPECT_EQ(
      "      hillis_steele  n   32     1024\n"
      "                  work  129  523776✗  at most n·log2(n)\n",
      cost_table(measured_task(), CostRows::above_their_bounds, {}));
}

TEST(CostTable, ASizeThatTheRunHasDrawnIsMarkedAndExplained) {
  TaskResult task = measured_task();
  for (auto& [name, cost] : task.cases.front().cost) cost.drawn = true;
  EXPECT_NE(std::string::npos, cost_table(task, CostRows::all, {}).find("n  32 (drawn)  "));
  const std::string words = words_of_costs({&task, 1}, CostRows::all, {});
  EXPECT_NE(std::string::npos, words.find("      drawn: a size that each run draws anew.\n")) << words;
  EXPECT_NE(std::string::npos, words.find("      work: applications of the operator")) << words;
  EXPECT_EQ(std::string::npos, words.find("barriers")) << "it has no bound, and so no row";
}

TEST(CostTable, InANarrowTerminalBoundsStandBelow) {
  HumanOptions options;
  options.width = 53;
  EXPECT_EQ(
      "      hillis_steele  n   32     1024\n"
      "                 depth    5       10\n"
      "                  work  129  523776✗\n"
      "      depth: at most log2(n)\n"
      "      work: at most n·log2(n)\n",
      cost_table(measured_task(), CostRows::all, options));
}

TEST(CostTable, SizesThatDoNotFitAreLeftOutTheSmallestFirst) {
  TaskResult task;
  task.name = "t";
  for (std::uint64_t n = 100'000'001; n <= 100'000'006; ++n)
    task.cases.emplace_back().cost["work"] = {1, std::nullopt, "", n};
  HumanOptions options;
  options.width = 60;
  EXPECT_TRUE(cost_table(task, CostRows::all, options).starts_with("      t  n  100000003  "));
}

TEST(AsRanges, ThreeInARowAreARange) {
  EXPECT_EQ("0–3, 7, 8, 1024", as_ranges({0, 1, 2, 3, 7, 8, 1024}));
  EXPECT_EQ("", as_ranges({}));
}

TEST(AsRanges, TheFirstAndTheLastOfManyAreShown) {
  EXPECT_EQ("1, 3, 5, 7, …, 19", as_ranges({1, 3, 5, 7, 9, 11, 13, 15, 17, 19}));
}

TEST(HotLines, QuoteTheStudentsOwnLineWithItsTransactions) {
  const support::TemporaryFolder folder;
  folder.write("unit/scan.cu", "__global__ void k(float* a) {\n  a[32 * threadIdx.x] = 0;\n}\n");
  HumanOptions options;
  options.submission = folder.path().string();
  ExerciseResult exercise;
  exercise.unit = "unit";
  TaskResult task = measured_task();
  task.hot_lines = {{"scan.cu", 2, "k", TrafficKind::global_store, 1, 32, 4}};
  EXPECT_EQ(
      "      hillis_steele could move less here:\n"
      "          2 |   a[32 * threadIdx.x] = 0;\n"
      "              global store in k: 32 transactions, 4 would do\n",
      hot_lines(exercise, task, options));
  task.hot_lines[0].transactions = 4;
  EXPECT_EQ("", hot_lines(exercise, task, options)) << "nothing is wasted";
  task.hot_lines = {{"scan.cu", 2, "k", TrafficKind::divergent_branch, 1, 2, 1}};
  EXPECT_FALSE(has_wasteful_lines(task)) << "a branch moves no memory";
}

TEST(HotLines, OnlyWhatIsWorthAnEveningIsTold) {
  const auto task_with = [](std::vector<HotLine> lines) {
    TaskResult task;
    task.hot_lines = std::move(lines);
    return task;
  };
  const HotLine load{"scan.cu", 2, "k", TrafficKind::global_load, 32, 128, 128},
      strided{"scan.cu", 3, "k", TrafficKind::global_load, 32, 1024, 128},
      unaligned{"scan.cu", 3, "k", TrafficKind::global_load, 32, 160, 128},
      conflicts{"scan.cu", 4, "k", TrafficKind::shared_load, 8, 32, 8};
  EXPECT_TRUE(moves_far_too_much(task_with({load, strided})));
  EXPECT_FALSE(moves_far_too_much(task_with({load, unaligned})));
  EXPECT_FALSE(moves_far_too_much(task_with({load, conflicts})))
      << "shared memory takes a fifth of the turns";
  TaskResult task = task_with({strided});
  task.cost["sectors_per_request"].measured = 16;
  task.cost["sectors_per_request"].bound = 20;
  EXPECT_FALSE(moves_far_too_much(task)) << "the spec allows it";
  task.cost["sectors_per_request"].bound = 10;
  EXPECT_TRUE(moves_far_too_much(task));
  EXPECT_FALSE(moves_far_too_much(task_with({})));
}

// ---- Where the tables are empty -------------------------------------------------------------------------

Result graded(std::vector<Verdict> verdicts) {
  Result result;
  result.device.kinds = {DeviceKind::simulator};
  ExerciseResult& exercise = result.exercises.emplace_back();
  exercise.name = "scan";
  for (const Verdict verdict : verdicts) {
    TaskResult& task = exercise.tasks.emplace_back();
    task.name = "task_" + std::to_string(exercise.tasks.size());
    task.verdict = verdict;
  }
  return result;
}

HumanOptions with_costs() {
  HumanOptions options;
  options.width = 120;
  options.costs = true;
  return options;
}

TEST(MissingCosts, NothingIsSaidWhereNothingWasAskedFor) {
  EXPECT_EQ("", missing_costs(graded({Verdict::race}), HumanOptions()));
}

TEST(MissingCosts, TasksWithoutCostsForTheSameReasonShareASentence) {
  Result result = graded({Verdict::race, Verdict::not_started, Verdict::pass});
  result.exercises[0].tasks[2].cases.emplace_back().measures = true;
  EXPECT_EQ(
      "\nNo costs of scan/task_1, scan/task_2: they are measured once the results are right.\n"
      "No costs of scan/task_3: none has a bound, and no line moves more memory than it must.\n",
      missing_costs(result, with_costs()));
}

TEST(MissingCosts, ManyTasksAreNotAllNamed) {
  const Result result = graded(std::vector<Verdict>(9, Verdict::not_started));
  EXPECT_EQ("\nNo costs of scan/task_1 and 8 more: they are measured once the results are right.\n",
            missing_costs(result, with_costs()));
}

TEST(MissingCosts, OnAGpuAloneNothingIsCounted) {
  Result result = graded({Verdict::pass});
  result.device.kinds = {DeviceKind::cuda};
  EXPECT_EQ(
      "\nNo costs of scan/task_1: the simulator counts them. Leave --device out, or give --device both.\n",
      missing_costs(result, with_costs()));
}

}  // namespace
}  // namespace warpgrade::report
