#include "judge/run/run_stage.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "judge/options.hpp"
#include "model/costs.hpp"
#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

class RunsTest : public testing::Test {
 protected:
  RunsTest() {
    options_.jobs = 1;
    course_.exercises = {fake_exercise()};
  }

  /// Plans, gives every task the runner of its device, and runs.
  std::vector<TaskRun>& run(const std::vector<DeviceKind>& devices = {DeviceKind::simulator}) {
    plan_ = make_plan(course_, options_, devices);
    for (TaskRun& task : plan_.exercises.at(0).tasks) task.runner = to_string(task.device);
    return run_as_planned();
  }
  std::vector<TaskRun>& run_as_planned() {
    std::mutex mutex;  // workers report at the same time
    run_all(plan_, workshop_, options_, [&](Progress p) {
      const std::lock_guard lock(mutex);
      progress_.push_back(std::move(p));
    });
    return plan_.exercises.at(0).tasks;
  }

  void set_sizes(std::size_t count) {
    for (spec::Task& task : course_.exercises[0].tasks) {
      task.cases[0].sizes.resize(count);
      for (std::size_t i = 0; i < count; ++i) task.cases[0].sizes[i] = i + 1;
    }
  }

  static std::size_t count(const TaskRun& task, Verdict verdict) {
    return std::count_if(task.results.begin(), task.results.end(),
                         [&](const CaseResult& result) { return result.verdict == verdict; });
  }

  spec::Course course_;
  FakeWorkshop workshop_;
  GradingOptions options_;
  Plan plan_;
  std::vector<Progress> progress_;
};

TEST_F(RunsTest, EveryCaseIsCalledAndJudged) {
  options_.order = Order::forward;
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.task == "two" && request.n == 3 ? untouched(data) : right_answer(data);
  };
  const auto& tasks = run();
  EXPECT_EQ(9u, workshop_.calls.size());
  EXPECT_EQ(1u, workshop_.calls.count("simulator:two:n4"));
  EXPECT_EQ(2u, workshop_.calls.count("simulator:two:n3")) << "it fails: once more in a fresh process";
  EXPECT_EQ(4u, count(tasks[0], Verdict::pass));
  EXPECT_EQ(3u, count(tasks[1], Verdict::pass));
  EXPECT_EQ(Verdict::not_started, tasks[1].results[2].verdict);
}

TEST_F(RunsTest, ResultsKeepTheirPlacesWithManyWorkers) {
  options_.jobs = 4;
  set_sizes(50);
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.n % 7 == 0 ? untouched(data) : right_answer(data);
  };
  for (const TaskRun& task : run())
    for (std::size_t i = 0; i < task.results.size(); ++i)
      ASSERT_EQ((i + 1) % 7 == 0 ? Verdict::not_started : Verdict::pass, task.results[i].verdict) << i;
}

TEST_F(RunsTest, PicturesAreDrawnOfWhatFailedAndOfWhatIsRightButNotOfHiddenCases) {
  options_.pictures = true;
  set_sizes(2);
  course_.exercises[0].tasks[1].cases[0].hidden = true;
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.n == 2 ? untouched(data) : right_answer(data);
  };
  std::vector<std::size_t> drawn;  // how many of each case
  for (const TaskRun& task : run())
    for (const CaseResult& result : task.results) drawn.push_back(result.pictures.size());
  EXPECT_EQ((std::vector<std::size_t>{2, 4, 0, 0}), drawn);
}

TEST_F(RunsTest, ARunnerThatDoesNotStartIsTriedOnceAndFailsAllItsTasks) {
  workshop_.on_call = [](const kit::CaseData&, const kit::CaseRequest&) {
    CallResult result = failed_call(Verdict::timeout, "it does not start");
    result.started = false;
    return result;
  };
  for (const TaskRun& task : run()) {
    EXPECT_EQ(4u, count(task, Verdict::timeout));
    ASSERT_EQ(1u, task.findings.size());
    EXPECT_EQ("it does not start", task.findings[0].message);
  }
  EXPECT_EQ(1u, workshop_.orders.size());
}

TEST_F(RunsTest, TasksWithRunnersOfTheirOwnUseThem) {
  plan_ = make_plan(course_, options_, {DeviceKind::simulator});
  plan_.exercises[0].tasks[0].runner = "a";
  plan_.exercises[0].tasks[1].runner = "b";
  run_as_planned();
  EXPECT_EQ(2, workshop_.runners_started);
  EXPECT_EQ(1u, workshop_.calls.count("a:one:n1"));
  EXPECT_EQ(1u, workshop_.calls.count("b:two:n1"));
}

TEST_F(RunsTest, WhereATaskAsksForTheSameBitsEachCardHasAProcessOfItsOwn) {
  course_.exercises[0].tasks[0].cases[0].sizes = {100'000};
  course_.exercises[0].tasks.resize(1);
  run();
  EXPECT_EQ(1, workshop_.runners_started);
  course_.exercises[0].tasks[0].same_bits = true;
  for (const CaseResult& result : run()[0].results) EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_EQ(3, workshop_.runners_started);
}

TEST_F(RunsTest, CasesWithoutARunnerShareTheVerdictOfTheirBuild) {
  plan_ = make_plan(course_, options_, {DeviceKind::simulator});
  plan_.exercises[0].tasks[0].runner = "a";
  plan_.exercises[0].tasks[1].findings = {finding_of(Verdict::compile_error, "x")};
  const auto& tasks = run_as_planned();
  EXPECT_EQ(4u, count(tasks[0], Verdict::pass));
  EXPECT_EQ(4u, count(tasks[1], Verdict::compile_error));
  EXPECT_EQ(4u, workshop_.calls.size());
  EXPECT_EQ(8u, progress_.size()) << "all are done with";
}

/// How the cases of task one above n = 2 fail, and how many of them are run.
struct GivenUp {
  CallResult call;
  double timeout_s, used_s;  ///< of a processor, by each
  std::size_t run;
  const char* why;
};

CallResult needs_too_much_memory() {
  CallResult result;
  result.findings = {make_finding(FindingKind::memory_limit, "too much")};
  return result;
}

TEST_F(RunsTest, AfterTooManyFailuresTheRestOfATaskIsLeftOutHoweverManyWorkersThereAre) {
  set_sizes(20);
  const std::vector<GivenUp> ways = {
      {failed_call(Verdict::timeout), 10, 3, 4, "Given up: cases of this task that fail have taken 10 s."},
      {failed_call(Verdict::timeout), 1, 1, 2, "Given up after 2 cases of this task that did not end."},
      {failed_call(Verdict::crash), 10, 0, 10, "Given up after 10 crashes of this task."},
      {needs_too_much_memory(), 10, 0, 1, "Given up after a case that needs too much memory."},
  };
  for (const GivenUp& way : ways)
    for (options_.jobs = 1; options_.jobs <= 8; options_.jobs += 7) {
      workshop_.on_call = [&way](const kit::CaseData& data, const kit::CaseRequest& request) {
        CallResult call = request.task == "one" && request.n > 2 ? way.call : right_answer(data);
        call.used_s = way.used_s;
        call.seconds = 1000;  // by the clock of a busy machine
        return call;
      };
      course_.exercises[0].tasks[0].cases[0].timeout_s = way.timeout_s;
      const auto& tasks = run();
      EXPECT_EQ(2u, count(tasks[0], Verdict::pass)) << way.why;
      EXPECT_EQ(18 - way.run, count(tasks[0], Verdict::not_run)) << way.why;
      EXPECT_NE(Verdict::not_run, tasks[0].results[1 + way.run].verdict) << way.why;
      ASSERT_EQ(1u, tasks[0].results.back().findings.size()) << way.why;
      EXPECT_EQ(way.why, tasks[0].results.back().findings[0].message);
      EXPECT_EQ(20u, count(tasks[1], Verdict::pass))
          << "another task is not touched, nor are cases that pass";
    }
}

TEST_F(RunsTest, WrongAnswersNeverStopATask) {
  set_sizes(30);
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest&) { return untouched(data); };
  EXPECT_EQ(30u, count(run()[0], Verdict::not_started));
}

TEST_F(RunsTest, TheRestOfAKernelKnownToBeWrongIsLeftOutAfterACaseThatTellsEnough) {
  set_sizes(10);
  options_.enough = Verdict::race;
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.n == 4   ? failed_call(Verdict::race)
           : request.n == 3 ? failed_call(Verdict::uninitialized_read)
                            : right_answer(data);
  };
  const auto& tasks = run();
  EXPECT_EQ(2u, count(tasks[0], Verdict::pass));
  EXPECT_EQ(1u, count(tasks[0], Verdict::uninitialized_read)) << "not what was expected";
  EXPECT_EQ(1u, count(tasks[0], Verdict::race));
  EXPECT_EQ(6u, count(tasks[0], Verdict::not_run));
}

TEST_F(RunsTest, SmallCasesRunFirstIfOneFailureIsEnough) {
  set_sizes(3);
  std::ranges::reverse(course_.exercises[0].tasks[0].cases[0].sizes);
  options_.enough = Verdict::race;
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.n == 1 ? failed_call(Verdict::race) : right_answer(data);
  };
  const auto& results = run()[0].results;
  EXPECT_EQ(Verdict::race, results.back().verdict);
  EXPECT_EQ(Verdict::not_run, results.front().verdict);
}

/// The fake exercise, with a traced operator beside its own.
const kit::OracleRegistration traced_oracle("fake_traced", [](const kit::CaseRequest& request) {
  kit::CaseRequest own = request;
  own.op = "double_i32";
  return kit::find_oracle("fake")(own);
});

TEST_F(RunsTest, AfterFarTooMuchWorkLargerCasesOfTheTaskAreLeftOut) {
  set_sizes(10);
  course_.exercises[0].name = "fake_traced";
  spec::Task& one = course_.exercises[0].tasks[0];
  one.cost["work"] = {.n = 1};
  one.cost_cases.sizes = {3, 8};
  one.cost_cases.drawn_below = 1;  // nothing is drawn
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    CallResult result = right_answer(data);
    for (const Cost& cost : all_costs()) result.cost[std::string(cost.name)] = 0;
    if (request.op == kTracedOperator) result.cost["work"] = double(request.n * request.n);
    return result;
  };
  const auto& tasks = run();
  EXPECT_EQ(8u, count(tasks[0], Verdict::pass));
  EXPECT_EQ(2u, count(tasks[0], Verdict::too_much_work)) << "three times the bound leaves out nothing";
  EXPECT_EQ(2u, count(tasks[0], Verdict::not_run));
  EXPECT_EQ(Verdict::not_run, tasks[0].results[9].verdict);
  EXPECT_EQ("Given up after far too much work at n = 8.", tasks[0].results[9].findings.at(0).message);
  EXPECT_EQ(10u, count(tasks[1], Verdict::pass)) << "another task is not touched";
}

/// Task one has a bound on traffic, 8 bytes for each element, and no other cost.
class CostsTest : public RunsTest {
 protected:
  CostsTest() { one().cost["global_bytes"] = {.n = 8}; }

  spec::Task& one() { return course_.exercises[0].tasks[0]; }

  /// Runs with a submission that is right where `is_right` says so, and moves so many bytes.
  const std::vector<CaseResult>& results(double bytes, bool (*is_right)(std::uint64_t n)) {
    workshop_.on_call = [=](const kit::CaseData& data, const kit::CaseRequest& request) {
      CallResult result = is_right(request.n) ? right_answer(data) : untouched(data);
      for (const Cost& cost : all_costs()) result.cost[std::string(cost.name)] = 0;
      result.cost["global_bytes"] = bytes;
      return result;
    };
    return run()[0].results;
  }
};

TEST_F(CostsTest, OfARightResultAreHeldAgainstTheirBounds) {
  one().cost_cases.sizes = {4};
  const auto& of_cases = results(33, [](std::uint64_t) { return true; });
  ASSERT_EQ(5u, of_cases.size());
  EXPECT_EQ(Verdict::pass, of_cases[3].verdict) << "only the case that counts is held to it";
  EXPECT_EQ(Verdict::too_much_work, of_cases[4].verdict);
}

TEST_F(CostsTest, AreNotMeasuredWhereAResultIsWrong) {
  one().cost_cases.sizes = {1, 4};
  const auto& of_cases = results(0, [](std::uint64_t n) { return n < 3; });
  ASSERT_EQ(6u, of_cases.size());
  EXPECT_TRUE(of_cases[4].measures);
  EXPECT_EQ(Verdict::pass, of_cases[4].verdict) << "of a size at which all is right so far";
  EXPECT_EQ(Verdict::not_run, of_cases[5].verdict);
  EXPECT_EQ("Costs are measured once the results are right.", of_cases[5].findings.at(0).message);
}

TEST_F(CostsTest, OfATaskWithWeightsAreMeasuredInAnyCase) {
  for (spec::CaseGroup& group : one().cases) group.points = 1;
  one().cost_cases.sizes = {4};
  const auto& of_cases = results(1000, [](std::uint64_t n) { return n != 3; });
  EXPECT_TRUE(of_cases.back().measures);
  EXPECT_EQ(Verdict::too_much_work, of_cases.back().verdict);
}

TEST_F(CostsTest, ARunnerThatLeavesOneOutBreaksTheProtocol) {
  one().cost_cases.sizes = {4};
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest&) {
    CallResult result = right_answer(data);
    result.cost = {{"barriers", 1}};
    return result;
  };
  EXPECT_EQ(Verdict::crash, run()[0].results.at(4).verdict);
}

TEST_F(CostsTest, AreNotMeasuredOnAGpu) { EXPECT_EQ(4u, run({DeviceKind::cuda})[0].results.size()); }

TEST_F(RunsTest, AWarningLeavesACaseRight) {
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest&) {
    CallResult call = right_answer(data);
    call.warnings = {finding_of(Verdict::pass, "8 bytes are never freed.")};
    return call;
  };
  const CaseResult& first = run()[0].results.front();
  EXPECT_EQ(Verdict::pass, first.verdict);
  EXPECT_TRUE(first.findings.empty());
  ASSERT_FALSE(first.warnings.empty());
  EXPECT_EQ("8 bytes are never freed.", first.warnings.front().message);
}

TEST_F(RunsTest, AnOracleThatFailsIsTheGradersFault) {
  course_.exercises[0].tasks[0].cases[0].operators = {"unknown"};
  const auto& tasks = run();
  EXPECT_EQ(4u, count(tasks[0], Verdict::grader_error));
  EXPECT_EQ(4u, count(tasks[1], Verdict::pass));
}

TEST_F(RunsTest, TheGpuBelongsToOneCaseAtATime) {
  options_.jobs = 4;
  set_sizes(40);
  std::atomic<int> running = 0;
  std::atomic<bool> overlapped = false;
  workshop_.on_call = [&](const kit::CaseData& data, const kit::CaseRequest&) {
    if (++running > 1) overlapped = true;
    std::this_thread::yield();
    --running;
    return right_answer(data);
  };
  EXPECT_EQ(40u, count(run({DeviceKind::cuda})[0], Verdict::pass));
  EXPECT_FALSE(overlapped);
  EXPECT_EQ(1, workshop_.runners_started);
}

TEST_F(RunsTest, OnTheSimulatorACaseRunsInSeveralOrders) {
  run();
  for (const char* order : {"forward", "reverse", "random"})
    EXPECT_EQ(1u, workshop_.orders.count(std::string("one:n4:") + order)) << order;
}

TEST_F(RunsTest, AfterAFailureOnlyForwardIsTriedAgain) {
  workshop_.on_call = [](const kit::CaseData&, const kit::CaseRequest&) {
    return failed_call(Verdict::out_of_bounds);
  };
  run();
  for (const char* task : {"one:n", "two:n"})
    for (const char* n : {"1", "2", "3", "4"}) {
      const std::string name = std::string(task) + n;
      EXPECT_GE(1u, workshop_.orders.count(name + ":reverse") + workshop_.orders.count(name + ":random"));
      EXPECT_EQ(1u, std::min<std::size_t>(1, workshop_.orders.count(name + ":forward"))) << name;
    }
}

TEST_F(RunsTest, AnAnswerThatDependsOnTheOrderIsARace) {
  workshop_.on_other_order = [](const kit::CaseData& data, const kit::CaseRequest&, const CallOptions&) {
    CallResult result = right_answer(data);
    result.outputs[0][0] ^= std::byte(1);
    return result;
  };
  const auto& tasks = run();
  EXPECT_EQ(4u, count(tasks[0], Verdict::race));
}

TEST_F(RunsTest, BytesBehindTheValuesMayDependOnTheOrder) {
  course_.exercises[0].name = "fake_filter";
  const auto wrong_in = [](const kit::CaseData& data, const CallOptions& options) {
    CallResult result = right_answer(data);
    result.outputs[0][0] ^= std::byte(1);  // the count, wrong in every order
    const kit::ExpectedArray& kept = data.outputs[1];
    if (kept.values.count() < kept.capacity()) result.outputs[1].back() = std::byte(int(options.order));
    return result;
  };
  workshop_.on_call = [&](const kit::CaseData& data, const kit::CaseRequest&) { return wrong_in(data, {}); };
  workshop_.on_other_order = [&](const kit::CaseData& data, const kit::CaseRequest&,
                                 const CallOptions& options) { return wrong_in(data, options); };
  const auto& tasks = run();
  EXPECT_EQ(0u, count(tasks[0], Verdict::race));
  EXPECT_EQ(4u, count(tasks[0], Verdict::wrong_answer));
}

TEST_F(RunsTest, AnAnswerThatDependsOnTheCallIsAWrongAnswer) {
  int calls = 0;
  workshop_.on_call = [&](const kit::CaseData& data, const kit::CaseRequest& request) {
    CallResult result = right_answer(data);
    if (request.task == "one" && calls++ > 0) result.outputs[0][0] ^= std::byte(1);
    return result;
  };
  const CaseResult& first = run()[0].results[0];
  EXPECT_EQ(Verdict::wrong_answer, first.verdict);
  EXPECT_NE(std::string::npos, first.findings.at(0).message.find("right on the first call"));
}

TEST_F(RunsTest, AnAnswerThatIsWrongInEachSecondCallDependsOnTheCallToo) {
  int calls = 0;
  workshop_.on_call = [&](const kit::CaseData& data, const kit::CaseRequest& request) {
    CallResult result = right_answer(data);
    if (request.task == "one" && calls++ % 2 == 1) result.outputs[0][0] ^= std::byte(1);
    return result;
  };
  const auto& tasks = run();
  EXPECT_EQ(4u, count(tasks[0], Verdict::wrong_answer));
}

TEST_F(RunsTest, AFailureThatAFreshProcessDoesNotHaveDependsOnTheCall) {
  int runners = 0, calls = 0;
  workshop_.on_call = [&](const kit::CaseData& data, const kit::CaseRequest& request) {
    if (std::exchange(runners, workshop_.runners_started) != workshop_.runners_started) calls = 0;
    return request.n > 2 && ++calls > 1 ? failed_call(Verdict::out_of_bounds) : right_answer(data);
  };
  const CaseResult& third = run()[0].results[2];
  EXPECT_EQ(Verdict::wrong_answer, third.verdict);
  ASSERT_EQ(2u, third.findings.size());
  EXPECT_TRUE(third.findings[0].call_dependence);
  EXPECT_EQ(Verdict::out_of_bounds, third.findings[1].verdict) << "the consequence is told, too";
}

TEST_F(RunsTest, ATimeoutIsNoSignThatSomethingSurvivesACallUnlessItCameEarly) {
  double seconds = 0;
  int runners = 0, calls = 0;
  workshop_.on_call = [&](const kit::CaseData& data, const kit::CaseRequest& request) {
    if (std::exchange(runners, workshop_.runners_started) != workshop_.runners_started) calls = 0;
    CallResult result = request.n > 2 && ++calls > 1 ? failed_call(Verdict::timeout) : right_answer(data);
    result.seconds = seconds;
    return result;
  };
  EXPECT_EQ(Verdict::wrong_answer, run()[0].results[2].verdict);
  seconds = 10;
  EXPECT_EQ(Verdict::timeout, run()[0].results[2].verdict);
}

TEST_F(RunsTest, ARightResultOfAProofCaseIsAProof) {
  for (const CaseResult& result : run()[1].results) {
    ASSERT_TRUE(result.proof);
    EXPECT_EQ("right for every number", result.proof->claim);
  }
}

TEST_F(RunsTest, NoProofWithoutAPassNorWhereRacesAreAllowedNorOnAGpu) {
  course_.exercises[0].tasks[1].allow_same_value_races = true;
  workshop_.on_call = [](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.task == "one" ? untouched(data) : right_answer(data);
  };
  for (const TaskRun& task : run())
    for (const CaseResult& result : task.results) EXPECT_FALSE(result.proof);
  for (const TaskRun& task : run({DeviceKind::cuda}))
    for (const CaseResult& result : task.results) EXPECT_FALSE(result.proof);
}

TEST_F(RunsTest, BothDevicesRunTheSameInputs) {
  run({DeviceKind::simulator, DeviceKind::cuda});
  EXPECT_EQ(1u, workshop_.calls.count("simulator:one:n4"));
  EXPECT_EQ(1u, workshop_.calls.count("cuda:one:n4"));
  std::map<std::uint64_t, int> times;
  for (const std::uint64_t seed : workshop_.seeds) ++times[seed];
  for (const auto& [seed, count] : times) EXPECT_EQ(2, count);
}

TEST_F(RunsTest, EveryCaseIsReported) {
  run();
  ASSERT_EQ(8u, progress_.size());
  EXPECT_EQ(Progress::Kind::case_done, progress_[0].kind);
  EXPECT_EQ("n1.double_i32.random", progress_[0].case_name);
  EXPECT_EQ("two", progress_[7].task);
}

}  // namespace
}  // namespace warpgrade::judge
