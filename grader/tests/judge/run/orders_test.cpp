#include "judge/run/orders.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

std::vector<Order> orders_of(const std::vector<CallOptions>& runs) {
  std::vector<Order> result;
  for (const CallOptions& run : runs) result.push_back(run.order);
  return result;
}

std::vector<Order> sorted_orders_of(const std::vector<CallOptions>& runs) {
  std::vector<Order> orders = orders_of(runs);
  std::ranges::sort(orders);
  return orders;
}

const CallOptions& of_order(const std::vector<CallOptions>& runs, Order order) {
  return *std::ranges::find(runs, order, &CallOptions::order);
}

Case case_of(std::uint64_t n) {
  Case c;
  c.request.n = n;
  c.request.seed = 7;
  return c;
}

/// A run with one finding of that verdict, or none.
JudgedRun run(Order order, Verdict verdict, int output = 0) {
  JudgedRun judged;
  judged.options.order = order;
  judged.result.verdict = verdict;
  judged.result.seconds = 0.5;
  judged.outputs = {{std::byte(output)}};
  if (verdict != Verdict::pass) {
    Finding finding;
    finding.verdict = verdict;
    finding.message = "as found.";
    judged.result.findings = {finding};
  }
  return judged;
}

TEST(RunsOf, ASmallCaseRunsForwardInReverseAndAtRandom) {
  EXPECT_EQ((std::vector{Order::forward, Order::reverse, Order::random}),
            sorted_orders_of(runs_of(case_of(1024), DeviceKind::simulator, std::nullopt)));
}

TEST(RunsOf, ALargeCaseRunsForwardAndAtRandom) {
  EXPECT_EQ((std::vector{Order::forward, Order::random}),
            sorted_orders_of(runs_of(case_of(65'537), DeviceKind::simulator, std::nullopt)));
}

TEST(RunsOf, EachOrderComesFirstInSomeCases) {
  std::set<std::vector<Order>> seen;
  Case c = case_of(1024);
  for (c.request.seed = 0; c.request.seed < 50; ++c.request.seed)
    seen.insert(orders_of(runs_of(c, DeviceKind::simulator, std::nullopt)));
  EXPECT_EQ((std::set{std::vector{Order::forward, Order::reverse, Order::random},
                      std::vector{Order::reverse, Order::forward, Order::random},
                      std::vector{Order::random, Order::forward, Order::reverse}}),
            seen);
}

TEST(RunsOf, AVeryLargeCaseRunsForwardOnly) {
  EXPECT_EQ((std::vector{Order::forward}),
            orders_of(runs_of(case_of(530'003), DeviceKind::simulator, std::nullopt)));
}

TEST(RunsOf, ALargeCaseHasManyBlocksOfWhichTheOldestIsSlow) {
  const auto large = runs_of(case_of(65'537), DeviceKind::simulator, std::nullopt);
  EXPECT_FALSE(of_order(large, Order::forward).oldest_block_is_slow);
  EXPECT_TRUE(of_order(large, Order::random).oldest_block_is_slow);
  EXPECT_GT(of_order(large, Order::random).resident_blocks, 64);
  for (const CallOptions& small : runs_of(case_of(1000), DeviceKind::simulator, std::nullopt))
    EXPECT_FALSE(small.oldest_block_is_slow);
}

TEST(RunsOf, RacesOfAHugeCaseAreLookedForBetweenSomeBlocks) {
  EXPECT_FALSE(runs_of(case_of(1'050'011), DeviceKind::simulator, std::nullopt)[0].watch_some_blocks);
  EXPECT_TRUE(runs_of(case_of(2'100'001), DeviceKind::simulator, std::nullopt)[0].watch_some_blocks);
}

TEST(RunsOf, MeasuringRunsOnce) {
  Case c = case_of(64);
  c.measure = Measure::traffic;
  const auto runs = runs_of(c, DeviceKind::simulator, std::nullopt);
  ASSERT_EQ(1u, runs.size());
  EXPECT_TRUE(runs[0].count);
}

TEST(RunsOf, AGpuHasItsOwnOrder) {
  EXPECT_EQ(1u, runs_of(case_of(64), DeviceKind::cuda, std::nullopt).size());
}

TEST(RunsOf, AnOrderThatIsAskedForIsTheOnlyOne) {
  EXPECT_EQ((std::vector{Order::reverse}),
            orders_of(runs_of(case_of(64), DeviceKind::simulator, Order::reverse)));
}

TEST(RunsOf, TheRandomOrderIsThatOfTheSeed) {
  Case other = case_of(64);
  other.request.seed = 8;
  const auto random_of = [](const Case& c) {
    return of_order(runs_of(c, DeviceKind::simulator, std::nullopt), Order::random);
  };
  const CallOptions once = random_of(case_of(64)), again = random_of(case_of(64));
  EXPECT_EQ(once.order_seed, again.order_seed);
  EXPECT_EQ(once.resident_blocks, again.resident_blocks);
  EXPECT_NE(once.order_seed, random_of(other).order_seed);
  EXPECT_GE(once.resident_blocks, 1);
}

TEST(Combine, RightInAllOrdersIsAPass) {
  const CaseResult result = combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::pass)});
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(1.0, result.seconds);
}

TEST(Combine, RightForwardAndWrongInReverseIsARace) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::wrong_answer)});
  EXPECT_EQ(Verdict::race, result.verdict);
  ASSERT_EQ(2u, result.findings.size());
  EXPECT_EQ(
      "The result depends on the order in which threads and blocks run: it is right when they run forward, "
      "and wrong when they run in reverse.",
      result.findings[0].message);
  EXPECT_TRUE(result.findings[0].order_dependence);
  EXPECT_NE(std::string::npos, result.findings[0].remedy.find("who comes first"));
  EXPECT_EQ(Verdict::wrong_answer, result.findings[1].verdict) << "with the wrong elements";
  EXPECT_FALSE(result.findings[1].order_dependence);
}

TEST(Combine, TellsWhatEachOrderGave) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::wrong_answer)});
  ASSERT_EQ(2u, result.orders.size());
  EXPECT_EQ(Order::reverse, result.orders[1].order);
  EXPECT_EQ(Verdict::wrong_answer, result.orders[1].verdict);
}

TEST(Combine, WrongForwardAndRightInReverseIsARaceToo) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::wrong_answer), run(Order::reverse, Verdict::pass)});
  EXPECT_EQ(Verdict::race, result.verdict);
  EXPECT_EQ(2u, result.findings.size());
}

TEST(Combine, WrongInTwoWaysIsARace) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::wrong_answer, 1), run(Order::reverse, Verdict::wrong_answer, 2)});
  EXPECT_EQ(Verdict::race, result.verdict);
}

TEST(Combine, WrongInTheSameWayIsAWrongAnswer) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::wrong_answer, 1), run(Order::reverse, Verdict::wrong_answer, 1)});
  EXPECT_EQ(Verdict::wrong_answer, result.verdict);
  EXPECT_EQ(1u, result.findings.size());
}

TEST(Combine, NothingWrittenInReverseIsNoTaskThatWasNotStarted) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::not_started)});
  EXPECT_EQ(Verdict::race, result.verdict);
  ASSERT_EQ(2u, result.findings.size());
  EXPECT_EQ(Verdict::wrong_answer, result.findings[1].verdict);
}

TEST(Combine, AnAnswerThatChangesWhenTheFirstRunIsRepeatedDependsOnTheCall) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::wrong_answer)},
              {.again = {run(Order::forward, Verdict::wrong_answer)}});
  EXPECT_EQ(Verdict::wrong_answer, result.verdict);
  EXPECT_EQ(1.5, result.seconds);
  ASSERT_EQ(2u, result.findings.size());
  EXPECT_EQ(
      "The result changes from call to call, with the same input and the same order of threads: it is right "
      "on the first call, and wrong on the second.",
      result.findings[0].message);
  EXPECT_FALSE(result.findings[0].order_dependence);
  EXPECT_NE(std::string::npos, result.findings[0].remedy.find("a static variable"));
  EXPECT_EQ("as found.", result.findings[1].message) << "with the wrong elements";
}

TEST(Combine, AnotherWrongAnswerInARepetitionDependsOnTheCallToo) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::wrong_answer, 1), run(Order::reverse, Verdict::wrong_answer, 2)},
              {.again = {run(Order::forward, Verdict::wrong_answer, 3)}});
  EXPECT_EQ(Verdict::wrong_answer, result.verdict);
  EXPECT_NE(std::string::npos, result.findings.at(0).message.find("wrong in another way on the second"));
}

TEST(Combine, TheThirdCallIsCountedAsSuch) {
  const CaseResult result = combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::pass),
                                     run(Order::random, Verdict::wrong_answer)},
                                    {.again = {run(Order::forward, Verdict::wrong_answer)}});
  EXPECT_NE(std::string::npos, result.findings.at(0).message.find("wrong on the third"));
}

TEST(Combine, TheSameAnswerInAllRepetitionsLeavesTheOrder) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::wrong_answer)},
              {.again = {run(Order::forward, Verdict::pass), run(Order::forward, Verdict::pass)}});
  EXPECT_EQ(Verdict::race, result.verdict);
  EXPECT_TRUE(result.findings.at(0).order_dependence);
}

TEST(Combine, AFailureThatAFreshProcessDoesNotHaveDependsOnTheCall) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::out_of_bounds)},
              {.fresh = run(Order::reverse, Verdict::pass)});
  EXPECT_EQ(Verdict::wrong_answer, result.verdict);
  ASSERT_EQ(2u, result.findings.size());
  EXPECT_TRUE(result.findings[0].call_dependence);
  EXPECT_EQ("as found.", result.findings[1].message);
}

TEST(Combine, AFailureThatAFreshProcessHasTooIsReportedAsFound) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::race)}, {.fresh = run(Order::forward, Verdict::race)});
  EXPECT_EQ(Verdict::race, result.verdict);
  EXPECT_EQ(1u, result.findings.size());
}

TEST(Combine, AFindingInReverseOrderIsToldWithItsOrder) {
  const CaseResult result =
      combine({run(Order::forward, Verdict::pass), run(Order::reverse, Verdict::out_of_bounds)});
  EXPECT_EQ(Verdict::out_of_bounds, result.verdict);
  ASSERT_EQ(1u, result.findings.size());
  EXPECT_EQ("as found. (Seen when threads and blocks run in reverse.)", result.findings[0].message);
}

TEST(Combine, SoIsAFindingInForwardOrderThatAnotherOrderDoesNotHave) {
  const CaseResult result =
      combine({run(Order::reverse, Verdict::pass), run(Order::forward, Verdict::out_of_bounds)});
  ASSERT_EQ(1u, result.findings.size());
  EXPECT_EQ("as found. (Seen when threads and blocks run forward.)", result.findings[0].message);
}

}  // namespace
}  // namespace warpgrade::judge
