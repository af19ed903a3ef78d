#include "judge/cases/cases.hpp"

#include <regex>
#include <set>

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

spec::Exercise exercise_with(std::vector<spec::CaseGroup> groups) {
  spec::Exercise exercise;
  exercise.name = "scan";
  spec::Task task;
  task.name = "blelloch";
  task.cases = std::move(groups);
  exercise.tasks = {task};
  return exercise;
}

spec::CaseGroup group(std::vector<std::uint64_t> sizes, std::vector<std::string> operators,
                      std::vector<std::string> inputs = {"random"}) {
  spec::CaseGroup g;
  g.sizes = std::move(sizes);
  g.operators = std::move(operators);
  g.inputs = std::move(inputs);
  return g;
}

std::vector<std::string> names(const std::vector<Case>& cases) {
  std::vector<std::string> result;
  for (const Case& c : cases) result.push_back(c.name);
  return result;
}

std::vector<Case> expand(const spec::Exercise& exercise, std::uint64_t seed = 1) {
  return expand_cases(exercise, exercise.tasks.front(), seed);
}

TEST(Cases, EverySizeMeetsEveryOperatorWithInputsInTurn) {
  const auto exercise = exercise_with({group({0, 1024}, {"sum_i32", "interval"}, {"random", "extremes"})});
  EXPECT_EQ((std::vector<std::string>{"n0.sum_i32.random", "n0.interval.extremes", "n1024.sum_i32.extremes",
                                      "n1024.interval.random"}),
            names(expand(exercise)));
}

std::set<std::string> inputs_met_at(std::uint64_t n, const std::vector<Case>& cases) {
  std::set<std::string> inputs;
  for (const Case& c : cases)
    if (c.request.n == n) inputs.insert(c.request.input);
  return inputs;
}

TEST(Cases, TheSmallestTheRoundestAndTheLargestSizeMeetAllInputs) {
  const std::set<std::string> all = {"random", "ascending", "constant", "extremes"};
  const auto cases =
      expand(exercise_with({group({0, 1, 33, 1024, 2047, 2048, 2560, 10'007}, {"sum_i32", "max_i32"},
                                  {"random", "ascending", "constant", "extremes"})}));
  for (const std::uint64_t n : {33, 2048, 10'007}) EXPECT_EQ(all, inputs_met_at(n, cases)) << n;
  for (const std::uint64_t n : {0, 1, 1024, 2047, 2560}) EXPECT_EQ(2u, inputs_met_at(n, cases).size()) << n;
  EXPECT_EQ(3u * 4 + 5 * 2, cases.size());
}

TEST(Cases, TheLargerOfTwoEquallyRoundSizesMeetsAllInputs) {
  const auto cases = expand(exercise_with({group({3, 1024, 5 * 1024, 9999}, {"a"}, {"x", "y", "z"})}));
  EXPECT_EQ(1u, inputs_met_at(1024, cases).size());
  EXPECT_EQ(3u, inputs_met_at(5 * 1024, cases).size());
}

TEST(Cases, AnInputNamedTwiceComesInTwoTurnsAndInOneCase) {
  const auto cases = expand(exercise_with({group({31, 32, 33}, {"a"}, {"x", "x", "y"})}));
  EXPECT_EQ((std::vector<std::string>{"n31.a.x", "n31.a.y", "n32.a.x", "n32.a.y", "n33.a.y", "n33.a.x"}),
            names(cases));
}

TEST(Cases, EachOperatorMeetsEveryInputOverTheSizes) {
  const auto exercise = exercise_with({group({1, 2, 3, 4}, {"a", "b"}, {"random", "ascending", "constant"})});
  std::set<std::string> met;
  for (const Case& c : expand(exercise)) met.insert(c.request.op + "/" + c.request.input);
  EXPECT_EQ(6u, met.size());
}

TEST(Cases, ParametersAreInTheRequestAndInTheName) {
  auto with_parameters = group({64}, {"sum_i32"});
  with_parameters.parameters = {{"block", 32}, {"shift", -5}};
  const auto cases = expand(exercise_with({with_parameters}));
  ASSERT_EQ(1u, cases.size());
  EXPECT_EQ("n64.sum_i32.random.block32.shiftm5", cases[0].name);
  EXPECT_EQ(-5, cases[0].request.parameters.at("shift"));
}

TEST(Cases, NamesAreUniqueWhereGroupsMeet) {
  auto hidden = group({64}, {"sum_i32"});
  hidden.hidden = true;
  const auto cases = expand(exercise_with({group({64}, {"sum_i32"}), hidden}));
  EXPECT_EQ((std::vector<std::string>{"n64.sum_i32.random", "n64.sum_i32.random.again2"}), names(cases));
  EXPECT_NE(cases[0].request.seed, cases[1].request.seed);
  EXPECT_FALSE(cases[0].hidden);
  EXPECT_TRUE(cases[1].hidden);
  EXPECT_EQ(1u, cases[1].group);
}

TEST(Cases, NamesAreSafeInShellsAndTestFilters) {
  auto odd = group({1}, {"a b*c"}, {"x:y"});
  odd.parameters = {{"least", INT64_MIN}};
  for (const Case& c : expand(exercise_with({odd})))
    EXPECT_TRUE(std::regex_match(c.name, std::regex("[A-Za-z0-9_.]+"))) << c.name;
}

TEST(Cases, ASeedDependsOnTheRunAndOnTheCaseAlone) {
  const auto few = expand(exercise_with({group({7}, {"sum_i32"})}));
  const auto many = expand(exercise_with({group({1, 2, 7}, {"max_i32", "sum_i32"})}));
  const auto same =
      std::find_if(many.begin(), many.end(), [&](const Case& c) { return c.name == few[0].name; });
  ASSERT_NE(many.end(), same);
  EXPECT_EQ(few[0].request.seed, same->request.seed);
  EXPECT_NE(few[0].request.seed, expand(exercise_with({group({7}, {"sum_i32"})}), 2)[0].request.seed);
}

TEST(Cases, SeedsDifferBetweenCasesTasksAndExercises) {
  auto exercise = exercise_with({group({1, 2}, {"sum_i32", "max_i32"})});
  exercise.tasks.push_back(exercise.tasks[0]);
  exercise.tasks[1].name = "other";
  auto renamed = exercise;
  renamed.name = "reduce";
  std::set<std::uint64_t> seeds;
  for (const auto* e : {&exercise, &renamed})
    for (const auto& task : e->tasks)
      for (const Case& c : expand_cases(*e, task, 1)) seeds.insert(c.request.seed);
  EXPECT_EQ(16u, seeds.size());
}

TEST(Cases, TheTimeLimitOfAGroupIsThatOfItsCases) {
  auto slow = group({1}, {"sum_i32"});
  slow.timeout_s = 2.5;
  EXPECT_EQ(2.5, expand(exercise_with({slow}))[0].timeout_s);
}

// ---- Cases that measure costs ----

std::vector<std::string> measuring(const spec::Exercise& exercise) {
  std::vector<std::string> result;
  for (const Case& c : expand(exercise))
    if (c.measures()) result.push_back(c.name);
  return result;
}

/// The cases in which the busiest thread and block are looked for.
std::vector<std::string> busiest(const spec::Exercise& exercise) {
  std::vector<std::string> result;
  for (const Case& c : expand(exercise))
    if (c.measure == Measure::busiest) result.push_back(c.name);
  return result;
}

TEST(Cases, TheLargestPublicOneLooksForTheBusiestIfItIsAboveWhatIsMeasured) {
  auto hidden = group({9000}, {"sum_i32"});
  hidden.hidden = true;
  auto exercise = exercise_with({group({8, 5000}, {"sum_i32"}), hidden});
  exercise.tasks[0].cost["block_accesses"] = {.n = 1, .takes_all = true};
  exercise.tasks[0].cost_cases.sizes = {64};
  EXPECT_EQ((std::vector<std::string>{"n5000.sum_i32.random"}), busiest(exercise));
  exercise.tasks[0].cost_cases.sizes = {5000};
  EXPECT_TRUE(busiest(exercise).empty());
  exercise.tasks[0].cost_cases.sizes = {64};
  exercise.tasks[0].cost["block_accesses"].takes_all = false;
  EXPECT_TRUE(busiest(exercise).empty());
}

TEST(Cases, WithoutBoundsNothingIsMeasured) {
  EXPECT_TRUE(measuring(exercise_with({group({8}, {"sum_i32"})})).empty());
}

TEST(Cases, DepthAndWorkAreMeasuredWithTheTracedOperator) {
  auto exercise = exercise_with({group({1, 8}, {"sum_i32"})});
  exercise.tasks[0].cost["work"] = {.n = 1};
  exercise.tasks[0].cost_cases.sizes = {32, 1024};
  EXPECT_EQ((std::vector<std::string>{"n32.traced.random", "n1024.traced.random"}), measuring(exercise));
}

TEST(Cases, WhatATechniqueNeedsIsMeasuredToo) {
  auto exercise = exercise_with({group({1, 8}, {"sum_i32"})});
  exercise.tasks[0].technique.emplace().least["barriers"] = {.log2n = 1};
  exercise.tasks[0].technique->most["work"] = {.n = 2};
  exercise.tasks[0].cost_cases.sizes = {64};
  EXPECT_EQ((std::vector<std::string>{"n64.traced.random", "n64.sum_i32.random.counted"}),
            measuring(exercise));
}

TEST(Cases, TrafficIsCountedWithTheFirstOperatorOrTheOneAskedFor) {
  auto exercise = exercise_with({group({1, 8}, {"sum_i32", "max_i32"}, {"ascending"})});
  exercise.tasks[0].cost["global_bytes"] = {.n = 8};
  exercise.tasks[0].cost_cases.sizes = {64};
  EXPECT_EQ((std::vector<std::string>{"n64.sum_i32.ascending.counted"}), measuring(exercise));
  exercise.tasks[0].cost_cases.op = "max_i32";
  exercise.tasks[0].cost_cases.inputs = {"random"};
  EXPECT_EQ((std::vector<std::string>{"n64.max_i32.random.counted"}), measuring(exercise));
}

TEST(Cases, TrafficIsCountedWithOneInputAfterTheOther) {
  auto exercise = exercise_with({group({1, 8}, {"sum_i32"})});
  exercise.tasks[0].cost["global_bytes"] = {.n = 8};
  exercise.tasks[0].cost_cases.sizes = {8, 64, 100};
  exercise.tasks[0].cost_cases.inputs = {"random", "constant"};
  EXPECT_EQ((std::vector<std::string>{"n8.sum_i32.random.counted", "n64.sum_i32.constant.counted",
                                      "n100.sum_i32.random.counted", "drawn.sum_i32.constant.counted"}),
            measuring(exercise));
}

TEST(Cases, TrafficIsCountedWithTheParametersOfTheGroupThatHasTheOperator) {
  auto small = group({4}, {"max_i32"}), usual = group({64}, {"sum_i32"});
  small.parameters = {{"block_threads", 2}};
  usual.parameters = {{"block_threads", 128}};
  auto exercise = exercise_with({small, usual});
  exercise.tasks[0].cost["global_bytes"] = {.n = 8};
  exercise.tasks[0].cost_cases.sizes = {64};
  EXPECT_EQ(2, expand(exercise).back().request.parameters.at("block_threads"));
  exercise.tasks[0].cost_cases.op = "sum_i32";
  EXPECT_EQ(128, expand(exercise).back().request.parameters.at("block_threads"));
}

TEST(Cases, WithoutSizesSomeOfTheTasksOwnAreMeasuredUpToTheLargest) {
  auto hidden = group({77}, {"sum_i32"});
  hidden.hidden = true;
  auto exercise =
      exercise_with({group({0, 1, 2, 3, 31, 32, 33, 64, 100, 1000, 1'000'000}, {"sum_i32"}), hidden});
  exercise.tasks[0].cost["depth"] = {.log2n = 1};
  EXPECT_EQ((std::vector<std::string>{"n2.traced.random", "n31.traced.random", "n32.traced.random",
                                      "n64.traced.random", "n1000.traced.random", "drawn.traced.random"}),
            measuring(exercise));
}

// ---- The size that is drawn ----

/// The sizes that runs with the seeds 0 to 99 draw.
std::set<std::uint64_t> drawn_sizes(const spec::Exercise& exercise) {
  std::set<std::uint64_t> drawn;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const Case& c : expand(exercise, seed))
      if (c.name.starts_with("drawn.")) drawn.insert(c.request.n);
  return drawn;
}

spec::Exercise measured_at(std::vector<std::uint64_t> sizes, spec::CaseGroup like) {
  auto exercise = exercise_with({std::move(like)});
  exercise.tasks[0].cost["work"] = {.n = 1};
  exercise.tasks[0].cost["global_bytes"] = {.n = 8};
  exercise.tasks[0].cost_cases.sizes = std::move(sizes);
  return exercise;
}

TEST(Cases, EachRunMeasuresAtASizeThatItDrawsBelowTheLargest) {
  const std::set<std::uint64_t> drawn = drawn_sizes(measured_at({1000, 65'537}, group({1, 8}, {"sum_i32"})));
  EXPECT_LT(90u, drawn.size());
  EXPECT_LE(49'153u, *drawn.begin());
  EXPECT_GT(65'537u, *drawn.rbegin());
}

TEST(Cases, AllCostsOfARunAreMeasuredAtTheSameDrawnSizeAndAgainWithTheSameSeed) {
  const auto exercise = measured_at({1000, 65'537}, group({1, 8}, {"sum_i32"}));
  const auto cases = expand(exercise, 7), again = expand(exercise, 7);
  const Case &steps = cases[cases.size() - 2], &traffic = cases.back();
  EXPECT_EQ("drawn.traced.random", steps.name);
  EXPECT_EQ("drawn.sum_i32.random.counted", traffic.name);
  EXPECT_EQ(steps.request.n, traffic.request.n);
  EXPECT_EQ(steps.request.n, again.back().request.n);
}

TEST(Cases, ASpecCanHaveTheSizeDrawnBelowASmallerOne) {
  auto exercise = measured_at({1000, 65'537}, group({1, 8}, {"sum_i32"}));
  exercise.tasks[0].cost_cases.drawn_below = 8000;
  const std::set<std::uint64_t> drawn = drawn_sizes(exercise);
  EXPECT_LE(6000u, *drawn.begin());
  EXPECT_GT(8000u, *drawn.rbegin());
}

TEST(Cases, ADrawnSizeIsAMultipleOfWhatDividesAllSizes) {
  for (const std::uint64_t n : drawn_sizes(measured_at({2560, 65'536}, group({0, 256, 512}, {"sum_i32"}))))
    EXPECT_EQ(0u, n % 256) << n;
}

TEST(Cases, NoSizeIsDrawnWherePowersOfTwoAreMeasuredOrNothingLiesBetween) {
  EXPECT_TRUE(drawn_sizes(measured_at({32, 1024}, group({1, 8}, {"sum_i32"}))).empty());
  EXPECT_TRUE(drawn_sizes(measured_at({3, 7}, group({1, 8}, {"sum_i32"}))).empty());
}

}  // namespace
}  // namespace warpgrade::judge
