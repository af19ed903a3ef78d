#include "judge/scoring.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

/// `groups`: of the cases, one after the other; all others are of the first.
TaskResult with_cases(const std::vector<Verdict>& verdicts, const std::vector<std::size_t>& groups = {}) {
  TaskResult result;
  for (const Verdict verdict : verdicts) {
    CaseResult& one = result.cases.emplace_back();
    one.verdict = verdict;
    one.n = 64;
    if (result.cases.size() <= groups.size()) one.group = groups[result.cases.size() - 1];
  }
  return result;
}

spec::Task six_points(std::vector<std::optional<double>> weights = {std::nullopt}) {
  spec::Task task;
  task.points = 6;
  for (const auto& weight : weights) task.cases.emplace_back().points = weight;
  return task;
}

/// Cases with their groups, the weights of the groups, and what the task gets of its six points.
struct Scored {
  const char* why;
  std::vector<Verdict> cases;
  std::vector<std::size_t> groups;
  std::vector<std::optional<double>> weights;
  Verdict verdict;
  double score;
};

TEST(Scoring, PointsForBeingRightAreThoseOfTheGroupsThatAreAllRight) {
  using enum Verdict;
  const std::vector<std::optional<double>> none = {std::nullopt};
  std::vector<Scored> tasks = {
      {"all pass", {pass, pass}, {}, none, pass, 6},
      {"one fails: that of the leading case", {pass, wrong_answer, race}, {}, none, wrong_answer, 0},
      {"one was not run", {pass, not_run}, {}, none, pass, 0},
      {"only the empty input passes", {pass, not_started, not_started}, {}, none, not_started, 0},
      {"there are no cases", {}, {}, none, not_run, 0},
      {"a third of the weights", {pass, pass, wrong_answer}, {0, 1, 1}, {1, 2}, wrong_answer, 2},
      {"two thirds of them", {wrong_answer, pass, pass}, {0, 1, 1}, {1, 2}, wrong_answer, 4},
      {"a group did not run", {pass, wrong_answer}, {0, 1}, {1, 1, 4}, wrong_answer, 1},
  };
  for (const Verdict undefined :
       {race, out_of_bounds, uninitialized_read, barrier_divergence, crash, forbidden})
    tasks.push_back({"undefined anywhere", {pass, undefined}, {0, 1}, {5, 1}, undefined, 0});
  for (const Scored& task : tasks) {
    TaskResult result = with_cases(task.cases, task.groups);
    score_task(result, six_points(task.weights));
    EXPECT_EQ(task.verdict, result.verdict) << task.why;
    EXPECT_EQ(task.score, result.score) << task.why;
    EXPECT_EQ(6, result.max_score()) << task.why;
  }
}

TEST(Scoring, AChecksShareOfACaseCountsUnlessSomethingUndefinedHappened) {
  TaskResult weighted = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  weighted.cases[1].share = 0.5;
  score_task(weighted, six_points({2, 4}));
  EXPECT_EQ(4, weighted.score) << "2 and the half of 4";
  EXPECT_EQ(Verdict::wrong_answer, weighted.verdict);

  TaskResult one_group = with_cases({Verdict::wrong_answer, Verdict::wrong_answer});
  one_group.cases[0].share = 0.5, one_group.cases[1].share = 0.25;
  score_task(one_group, six_points());
  EXPECT_EQ(1.5, one_group.score) << "that of the worst case";

  weighted.cases[0].verdict = Verdict::race;
  score_task(weighted, six_points({2, 4}));
  EXPECT_EQ(0, weighted.score);
}

TEST(Scoring, AnEmptyInputAloneEarnsNothing) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  result.cases[0].n = 0;
  score_task(result, six_points({1, 1}));
  EXPECT_EQ(0, result.score) << "a kernel that does nothing is right for n = 0";
}

TEST(Scoring, ATaskThatDoesNotCompileEarnsNothing) {
  TaskResult result = with_cases({Verdict::compile_error});
  result.findings.emplace_back().verdict = Verdict::compile_error;
  score_task(result, six_points({1}));
  EXPECT_EQ(Verdict::compile_error, result.verdict);
  EXPECT_EQ(0, result.score);
}

spec::Task with_timing() {
  spec::Task task = six_points();
  task.timing.emplace();
  for (const double points : {2.0, 4.0}) task.timing->tiers.emplace_back().points = points;
  return task;
}

TEST(Scoring, TimingPointsThatWereNotMeasuredWait) {
  TaskResult result = with_cases({Verdict::pass});
  score_task(result, with_timing());
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(4, result.timing_points) << "the best tier";
  EXPECT_EQ(4, result.waiting_points);
  EXPECT_EQ(10, result.max_score()) << "never silently lost";
}

TEST(Scoring, NothingWaitsForATaskWhoseCasesFail) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer});
  score_task(result, with_timing());
  EXPECT_EQ(0, result.waiting_points);
  award_timing_points(result, with_timing().timing->tiers);
  EXPECT_EQ(0, result.waiting_points);
  EXPECT_EQ(4, result.timing_points) << "still to be had";
  EXPECT_EQ("timed only once every case passes", result.timing_note);
  EXPECT_EQ(Verdict::wrong_answer, result.verdict);
}

/// A passing task with tiers for 40 % of copy (2 points) and 1.25 of the reference's time (4 points), timed
/// at two sizes with these tiers.
TaskResult timed(int small, int large) {
  spec::Task task = with_timing();
  TaskResult result = with_cases({Verdict::pass});
  score_task(result, task);
  for (const int tier : {small, large}) {
    TimingResult& one = result.timing.emplace_back();
    one.ms = {1, 1, 1};
    one.copy_fraction = {0.5, 0.5, 0.5};
    one.reference_ratio = {1.5, 1.5, 1.5};
    one.tier = tier;
  }
  return result;
}

std::vector<spec::TimingTier> two_tiers() {
  return {{.points = 2, .kind = TierKind::copy_fraction, .threshold = 0.4},
          {.points = 4, .kind = TierKind::reference_ratio, .threshold = 1.25}};
}

/// The tiers at the two sizes, the figures that nobody could measure there, and what follows.
struct Timed {
  const char* why;
  int small, large;
  bool no_copy, no_reference;
  Verdict verdict;
  double score, waiting;
};

TEST(TimingPoints, AddThoseOfTheLowestTierOverAllSizesAndWaitForWhatCannotBeMeasured) {
  for (const Timed& task :
       std::vector<Timed>{{"the lowest over all sizes", 1, 2, false, false, Verdict::pass, 8, 0},
                          {"the best tier gives all", 2, 2, false, false, Verdict::pass, 10, 0},
                          {"no tier leaves the other points", 0, 2, false, false, Verdict::too_slow, 6, 0},
                          {"a better tier would add this", 1, 1, false, true, Verdict::pass, 8, 2},
                          {"a lesser tier adds nothing", 2, 2, true, false, Verdict::pass, 10, 0},
                          {"the reference might be no faster", 0, 0, false, true, Verdict::pass, 6, 4}}) {
    TaskResult result = timed(task.small, task.large);
    for (TimingResult& one : result.timing) {
      if (task.no_copy) one.copy_fraction.reset();
      if (task.no_reference) one.reference_ratio.reset();
    }
    award_timing_points(result, two_tiers());
    EXPECT_EQ(std::min(task.small, task.large), result.tier) << task.why;
    EXPECT_EQ(task.verdict, result.verdict) << task.why;
    EXPECT_EQ(task.score, result.score) << task.why;
    EXPECT_EQ(task.waiting, result.waiting_points) << task.why;
    EXPECT_EQ(10, result.max_score()) << task.why;
    EXPECT_EQ("", result.timing_note) << task.why;
    ASSERT_EQ(2u, result.tiers.size());
    EXPECT_EQ(TierKind::reference_ratio, result.tiers[1].kind);
    EXPECT_EQ(!task.no_reference, result.tiers[1].measurable) << task.why;
  }
}

TEST(TimingPoints, AllWaitWhereNothingWasTimed) {
  TaskResult result = timed(2, 2);
  result.timing_note = "something else uses the GPU";
  award_timing_points(result, two_tiers());
  EXPECT_EQ(0, result.tier);
  EXPECT_EQ(6, result.score);
  EXPECT_EQ(4, result.waiting_points);
  EXPECT_EQ("something else uses the GPU", result.timing_note);
}

TEST(TimingPoints, AllWaitIfOneSizeHasNoTime) {
  TaskResult result = timed(2, 0);
  result.timing[1] = {};
  result.timing[1].note = "the GPU has too little memory";
  award_timing_points(result, two_tiers());
  EXPECT_EQ(Verdict::pass, result.verdict) << "not the student's fault";
  EXPECT_EQ(4, result.waiting_points);
  EXPECT_EQ("the GPU has too little memory", result.timing_note);
}

TEST(TimingPoints, AFindingOfTheComparisonTakesAllPoints) {
  TaskResult result = timed(0, 0);
  result.findings.emplace_back().verdict = Verdict::forbidden;
  score_task(result, with_timing());
  award_timing_points(result, two_tiers());
  EXPECT_EQ(Verdict::forbidden, result.verdict);
  EXPECT_EQ(0, result.score);
  EXPECT_EQ(0, result.waiting_points);
  EXPECT_EQ(0, result.tier);
}

TEST(Scoring, ARunOfSomeCasesHasAVerdictAndNoScore) {
  TaskResult result = with_cases({Verdict::pass});
  score_task(result, with_timing());
  leave_unscored(result);
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(0, result.score);
  EXPECT_EQ(0, result.max_score());
  EXPECT_EQ(0, result.waiting_points);
}

/// Six points, two of them for cost; with `weights` of groups of cases.
spec::Task with_cost(const std::string& name, std::vector<std::optional<double>> weights = {std::nullopt}) {
  spec::Task task = six_points(std::move(weights));
  task.cost[name] = {.n = 1};
  return task;
}

/// Adds a case that measures, and whose cost is above its bound.
void add_costly(TaskResult& result, const std::string& name, bool takes_all) {
  CaseResult& one = result.cases.emplace_back();
  one.verdict = Verdict::too_much_work;
  one.n = 64;
  one.measures = true;
  one.cost[name] = {.measured = 65, .bound = 64, .formula = "n", .n = 64, .takes_all = takes_all};
}

void add_not_measured(TaskResult& result) {
  result.cases.emplace_back().verdict = Verdict::not_run;
  result.cases.back().measures = true;
}

/// Costs above their bounds in cases that measure, beside others; and what the task gets of its six points,
/// of which two are for cost.
struct Costly {
  const char* why;
  std::vector<std::pair<const char*, bool>> costs;  ///< with whether their bound takes all
  std::vector<Verdict> cases;
  std::vector<std::size_t> groups;
  std::vector<std::optional<double>> weights;
  double score, cost_score;
  Verdict verdict;
};

TEST(CostPoints, AreAThirdAndAreLostAloneUnlessABoundTakesAll) {
  using enum Verdict;
  const std::vector<std::optional<double>> none = {std::nullopt};
  const std::pair<const char*, bool> traffic = {"global_bytes", false}, work = {"work", true};
  for (const Costly& task : std::vector<Costly>{
           {"within the bounds", {}, {pass}, {}, none, 6, 2, pass},
           {"lost alone", {traffic}, {pass, pass}, {}, none, 4, 0, too_much_work},
           {"the bound is the point of the task", {work}, {pass}, {}, {1}, 0, 0, too_much_work},
           {"one that takes all is enough", {work, traffic}, {pass}, {}, none, 0, 0, too_much_work},
           {"work of the host", {}, {pass, pass, too_much_work}, {0, 1, 2}, {3, 2, 1}, 0, 0, too_much_work},
           {"half of the four for being right",
            {},
            {pass, wrong_answer},
            {0, 1},
            {1, 1},
            2,
            0,
            wrong_answer}}) {
    TaskResult result = with_cases(task.cases, task.groups);
    for (const auto& [name, takes_all] : task.costs) add_costly(result, name, takes_all);
    score_task(result, with_cost("global_bytes", task.weights));
    EXPECT_EQ(task.score, result.score) << task.why;
    EXPECT_EQ(task.cost_score, result.cost_score) << task.why;
    EXPECT_EQ(task.verdict, result.verdict) << task.why;
    EXPECT_EQ(2, result.cost_points) << task.why;
    EXPECT_EQ(6, result.max_score()) << task.why;
  }
}

TEST(CostPoints, AreAsManyAsTheSpecSays) {
  spec::Task task = with_cost("global_bytes");
  task.cost_points = 1;
  TaskResult result = with_cases({Verdict::pass});
  add_costly(result, "global_bytes", /*takes_all=*/false);
  score_task(result, task);
  EXPECT_EQ(5, result.score);
}

TEST(Technique, AnotherOneLosesItsShareOfWhatTheTaskGivesOtherwise) {
  const auto scored = [](bool is_costly, double share) {
    spec::Task task = with_cost("global_bytes");
    task.technique.emplace().share = share;
    TaskResult result = with_cases({Verdict::pass, Verdict::other_technique});
    result.cases[1].measures = true;
    result.cases[1].findings.emplace_back().verdict = Verdict::other_technique;
    if (is_costly) add_costly(result, "global_bytes", /*takes_all=*/false);
    score_task(result, task);
    return result;
  };
  const TaskResult half = scored(false, 0.5);
  EXPECT_EQ(Verdict::other_technique, half.verdict);
  EXPECT_EQ(3, half.score);
  EXPECT_EQ(1, half.cost_score);
  EXPECT_EQ(3, half.technique_loss);
  EXPECT_EQ(4.5, scored(false, 0.25).score);
  EXPECT_EQ(2, scored(true, 0.5).score) << "half of the four for being right";
}

TEST(CostPoints, AWrongResultOfACaseThatMeasuresTakesAll) {
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  result.cases[1].measures = true;
  score_task(result, with_cost("global_bytes", {1, 1}));
  EXPECT_EQ(0, result.score);
}

TEST(CostPoints, ABoundThatTakesAllCannotBeAvoidedByAMistakeElsewhere) {
  spec::Task task = with_cost("work", {5, 1});
  task.cost["work"].takes_all = true;
  TaskResult result = with_cases({Verdict::pass, Verdict::wrong_answer}, {0, 1});
  add_not_measured(result);
  score_task(result, task);
  EXPECT_EQ(0, result.score);

  task.cost["work"].takes_all = false;
  score_task(result, task);
  EXPECT_GT(result.score, 0) << "only the points for cost are at stake";
}

}  // namespace
}  // namespace warpgrade::judge
