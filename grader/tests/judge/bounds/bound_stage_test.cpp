// What a grading tells of times on a card, with a fake simulator.
#include "judge/bounds/bound_stage.hpp"

#include <gtest/gtest.h>

#include "judge/grading.hpp"
#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

/// Task "one" is timed with 2^28 elements; its kernel reads and writes `bytes_per_element` of them.
class BoundStageTest : public testing::Test {
 protected:
  BoundStageTest() {
    options_.submission = submission_.folder;
    options_.jobs = 2;
    options_.card = find_card("Tesla T4");
    course_.exercises = {fake_exercise()};
    spec::Timing& timing = course_.exercises[0].tasks[0].timing.emplace();
    timing.op = "double_i32";
    timing.sizes = {std::uint64_t(1) << 28};
    timing.inputs = {"random"};
    timing.tiers = {{.points = 1, .kind = TierKind::reference_ratio, .threshold = 4},
                    {.points = 2, .kind = TierKind::reference_ratio, .threshold = 1.5}};
    workshop_.on_call = [this](const kit::CaseData& data, const kit::CaseRequest& request) {
      CallResult call = right_answer(data);
      KernelCounts& kernel = call.kernels.emplace_back();
      kernel.kernel = "k";
      kernel.launches = 1;
      kernel.read_sectors = kernel.fresh_sectors = kernel.written_sectors =
          double(request.n) * bytes_per_element_ / 32;
      call.hot_lines = {{"fake.cu", 7, "k", TrafficKind::global_load, 10, 100, 10}};
      return call;
    };
  }

  TaskResult grade(const std::vector<DeviceKind>& devices = {DeviceKind::simulator}) {
    return grade_plan(make_plan(course_, options_, devices), Devices{devices}, workshop_, options_)
        .exercises.at(0)
        .tasks.at(0);
  }

  double bytes_per_element_ = 4;
  spec::Course course_;
  FakeSubmission submission_;
  FakeWorkshop workshop_;
  GradingOptions options_;
};

TEST_F(BoundStageTest, ATimedTaskHasABoundForEachOfItsSizes) {
  const TaskResult task = grade();
  ASSERT_TRUE(task.bounds);
  EXPECT_EQ("Tesla T4", task.bounds->card);
  ASSERT_EQ(1u, task.bounds->bounds.size()) << task.bounds->note;
  const TimeBound& bound = task.bounds->bounds[0];
  EXPECT_EQ(Limit::memory, bound.limit);
  EXPECT_NEAR(double(std::uint64_t(1) << 31) / 320e6, bound.ms, 0.05);
  ASSERT_TRUE(bound.line);
  EXPECT_EQ(7, bound.line->line);
}

TEST_F(BoundStageTest, TiersOutOfReachFollowFromTheReferencesTime) {
  course_.exercises[0].tasks[0].timing->reference_ms["Tesla T4"] = {5};
  EXPECT_FALSE(grade().bounds->out_of_reach) << "6.7 ms, where 7.5 are allowed";
  bytes_per_element_ = 8;
  const TaskResult twice = grade();
  ASSERT_TRUE(twice.bounds->out_of_reach);
  EXPECT_EQ(2, twice.bounds->out_of_reach->tier);
  EXPECT_EQ(7.5, twice.bounds->out_of_reach->needed_ms);
}

TEST_F(BoundStageTest, WithoutTheReferencesTimeNoTierIsRuledOut) {
  bytes_per_element_ = 1000;
  const TaskResult task = grade();
  EXPECT_FALSE(task.bounds->out_of_reach);
  EXPECT_FALSE(task.bounds->reference_is_known);
}

TEST_F(BoundStageTest, AWrongResultHasANoteAndNoBound) {
  workshop_.on_call = [](const kit::CaseData&, const kit::CaseRequest&) {
    return failed_call(Verdict::race);
  };
  const TaskResult task = grade();
  EXPECT_TRUE(task.bounds->bounds.empty());
  EXPECT_EQ("it is bounded once all results are right", task.bounds->note);
}

TEST_F(BoundStageTest, ACallThatCannotBeCountedCostsNoPoints) {
  const auto right = workshop_.on_call;
  workshop_.on_call = [right](const kit::CaseData& data, const kit::CaseRequest& request) {
    return request.n > 1000 ? failed_call(Verdict::timeout, "It takes too long.") : right(data, request);
  };
  const TaskResult task = grade();
  EXPECT_EQ(Verdict::pass, task.verdict);
  EXPECT_EQ("it could not be counted at n = 65536: It takes too long.", task.bounds->note);
}

TEST_F(BoundStageTest, NothingIsBoundUnlessACardIsAskedFor) {
  options_.card = nullptr;
  EXPECT_FALSE(grade().bounds);
}

TEST_F(BoundStageTest, ATaskThatIsNotTimedHasNone) {
  course_.exercises[0].tasks[0].timing.reset();
  EXPECT_FALSE(grade().bounds);
}

}  // namespace
}  // namespace warpgrade::judge
