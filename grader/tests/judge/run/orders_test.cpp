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

TEST(RunsOf, TheLargerACaseIsTheFewerOrdersItRunsIn) {
  const std::pair<std::uint64_t, std::vector<Order>> sizes[] = {
      {1024, {Order::forward, Order::reverse, Order::random}},
      {65'537, {Order::forward, Order::random}},
      {530'003, {Order::forward}}};
  for (const auto& [n, orders] : sizes)
    EXPECT_EQ(orders, sorted_orders_of(runs_of(case_of(n), DeviceKind::simulator, std::nullopt))) << n;
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

TEST(RunsOf, AskedForTheSameBitsALargeCaseRunsInTwoOrdersOnTwoCards) {
  using enum Order;
  for (const auto& [n, order, other_card] :
       {std::tuple(1024, reverse, false), std::tuple(65'537, random, true),
        std::tuple(530'003, reverse, true)}) {
    const auto runs = runs_of(case_of(n), DeviceKind::simulator, std::nullopt, /*same_bits=*/true);
    const int card = of_order(runs, forward).multiprocessors, other = of_order(runs, order).multiprocessors;
    EXPECT_EQ(other_card, other < card) << n;
  }
  for (const CallOptions& run : runs_of(case_of(65'537), DeviceKind::simulator, std::nullopt))
    EXPECT_EQ(CallOptions().multiprocessors, run.multiprocessors) << "no other task has two cards";
}

TEST(RunsOf, MeasuringRunsOnce) {
  Case c = case_of(64);
  c.measure = Measure::traffic;
  const auto runs = runs_of(c, DeviceKind::simulator, std::nullopt);
  ASSERT_EQ(1u, runs.size());
  EXPECT_TRUE(runs[0].count);
}

TEST(RunsOf, TheBusiestAreLookedForInForwardOrderOnly) {
  Case c = case_of(65'537);
  c.measure = Measure::busiest;
  const auto runs = runs_of(c, DeviceKind::simulator, std::nullopt);
  EXPECT_TRUE(of_order(runs, Order::forward).tally);
  EXPECT_FALSE(of_order(runs, Order::random).tally);
  EXPECT_FALSE(of_order(runs, Order::forward).count);
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

JudgedRun forward(Verdict verdict, int output = 0) { return run(Order::forward, verdict, output); }
JudgedRun reverse(Verdict verdict, int output = 0) { return run(Order::reverse, verdict, output); }

/// Runs of a case, and what its result begins with. An empty message: it passes.
struct Combined {
  std::vector<JudgedRun> runs;
  Repetitions repetitions;
  Verdict verdict;
  std::size_t findings;
  std::string message;
};

TEST(Combine, TheRunsTellWhetherTheOrderOrAnEarlierCallIsTheReason) {
  using enum Verdict;
  const std::string order = "The result depends on the order in which threads and blocks run: it is ";
  const std::string call =
      "The result changes from call to call, with the same input and the same order of threads: it is ";
  const std::vector<Combined> cases = {
      {{forward(pass), reverse(pass)}, {}, pass, 0, ""},
      {{forward(pass), reverse(wrong_answer)},
       {},
       race,
       2,
       order + "right when they run forward, and wrong when they run in reverse."},
      {{forward(wrong_answer), reverse(pass)}, {}, race, 2, order + "wrong when they run forward"},
      {{forward(wrong_answer, 1), reverse(wrong_answer, 2)}, {}, race, 2, order},
      {{forward(wrong_answer, 1), reverse(wrong_answer, 1)}, {}, wrong_answer, 1, "as found."},
      {{forward(pass), reverse(not_started)}, {}, race, 2, order},
      // The first run is repeated.
      {{forward(pass), reverse(wrong_answer)},
       {.again = {forward(wrong_answer)}},
       wrong_answer,
       2,
       call + "right on the first call, and wrong on the second."},
      {{forward(wrong_answer, 1), reverse(wrong_answer, 2)},
       {.again = {forward(wrong_answer, 3)}},
       wrong_answer,
       2,
       call + "wrong on the first call, and wrong in another way on the second."},
      {{forward(pass), reverse(pass), run(Order::random, wrong_answer)},
       {.again = {forward(wrong_answer)}},
       wrong_answer,
       2,
       call + "right on the first call, and wrong on the third."},
      {{forward(pass), reverse(wrong_answer)}, {.again = {forward(pass), forward(pass)}}, race, 2, order},
      // The run that failed is repeated in a fresh process.
      {{forward(pass), reverse(out_of_bounds)}, {.fresh = reverse(pass)}, wrong_answer, 2, call},
      {{forward(race)}, {.fresh = forward(race)}, race, 1, "as found."},
      // Only one order shows what the device has found.
      {{forward(pass), reverse(out_of_bounds)},
       {},
       out_of_bounds,
       1,
       "as found. (Seen when threads and blocks run in reverse.)"},
      {{reverse(pass), forward(out_of_bounds)},
       {},
       out_of_bounds,
       1,
       "as found. (Seen when threads and blocks run forward.)"},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [runs, repetitions, verdict, findings, message] = cases[i];
    const CaseResult result = combine(runs, repetitions);
    EXPECT_EQ(verdict, result.verdict) << i;
    ASSERT_EQ(findings, result.findings.size()) << i;
    if (findings == 0) continue;
    EXPECT_TRUE(result.findings[0].message.starts_with(message)) << i << ": " << result.findings[0].message;
    EXPECT_EQ(message.starts_with(order), result.findings[0].order_dependence) << i;
    EXPECT_EQ(message.starts_with(call), result.findings[0].call_dependence) << i;
    EXPECT_NE(not_started, result.findings.back().verdict) << i << ": it was written in another run";
    EXPECT_TRUE(result.findings.back().message.starts_with("as found.")) << i << ": it is told, too";
  }
}

/// A right run of a task that asks for the same bits in all runs.
JudgedRun with_bits(Order order, const std::vector<float>& out, int multiprocessors = 8) {
  JudgedRun judged = run(order, Verdict::pass);
  judged.options.multiprocessors = multiprocessors;
  judged.bits = {kit::Array::of<float>("count", {Scalar::f32, 1}, std::vector<float>{1}),
                 kit::Array::of<float>("out", {Scalar::f32, 1}, out)};
  return judged;
}

TEST(Combine, RightResultsWithOtherBitsAreAWrongAnswerThatNamesTheFirstOfThem) {
  const CaseResult same = combine({with_bits(Order::forward, {1, 2}), with_bits(Order::reverse, {1, 2}, 3)});
  EXPECT_EQ(Verdict::pass, same.verdict);

  const CaseResult other =
      combine({with_bits(Order::forward, {1, 2, 3}), with_bits(Order::reverse, {1, 2.0000002f, 4})});
  EXPECT_EQ(Verdict::wrong_answer, other.verdict);
  ASSERT_EQ(1u, other.findings.size());
  EXPECT_EQ(FindingKind::other_bits, other.findings[0].kind);
  EXPECT_EQ(
      "Right, but not the same bits: out[1] is 2 when threads and blocks run forward, and 2.0000002 when "
      "they run in reverse.",
      other.findings[0].message);
}

TEST(Combine, OtherBitsOnAnotherCardAreToldWithTheCards) {
  const CaseResult result = combine({with_bits(Order::forward, {0.f}), with_bits(Order::forward, {-0.f}, 3)});
  ASSERT_EQ(1u, result.findings.size());
  EXPECT_EQ(
      "Right, but not the same bits: out[0] is 0 when threads and blocks run forward, on a card with 8 "
      "multiprocessors, and -0 when they run forward, on a card with 3 multiprocessors.",
      result.findings[0].message);
}

TEST(Combine, OtherBitsInTheSameOrderComeFromAnEarlierCall) {
  const CaseResult result = combine({with_bits(Order::forward, {1}), with_bits(Order::reverse, {2})},
                                    {.again = {with_bits(Order::forward, {3})}});
  ASSERT_EQ(1u, result.findings.size());
  EXPECT_TRUE(result.findings[0].call_dependence);
  EXPECT_TRUE(result.findings[0].message.ends_with(
      "it is right on the first call, and right with other bits on the second."));
}

TEST(Combine, TellsWhatEachOrderGaveAndHowLongAllRunsTook) {
  const CaseResult result =
      combine({forward(Verdict::pass), reverse(Verdict::wrong_answer)}, {.again = {forward(Verdict::pass)}});
  EXPECT_EQ(1.5, result.seconds);
  ASSERT_EQ(2u, result.orders.size());
  EXPECT_EQ(Order::reverse, result.orders[1].order);
  EXPECT_EQ(Verdict::wrong_answer, result.orders[1].verdict);
}

}  // namespace
}  // namespace warpgrade::judge
