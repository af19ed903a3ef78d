#include "judge/timing/run_bench.hpp"

#include <gtest/gtest.h>

#include "tests/judge/timing/fake_timer.hpp"

namespace warpgrade::judge {
namespace {

const std::vector<Contestant> kThree = {
    {"reference", "r", true}, {"cub", "c", true}, {"submission", "s", false}};

/// The same times in each repetition.
Comparison quiet_comparison(std::vector<double> ms, int repetitions = 20) {
  return SyntheticComparison{.ms = std::move(ms), .noise = 0, .repetitions = repetitions}.make();
}

TEST(BenchPoint, HasTheFiguresOfEachContestant) {
  const BenchPoint point = bench_point(quiet_comparison({0.25, 0.5, 1}), kThree, 1 << 20);
  EXPECT_EQ(std::uint64_t(1) << 20, point.n);
  EXPECT_EQ(8u << 26, point.bytes);
  EXPECT_NEAR(2147.48, point.copy_gb_per_second, 0.01);
  EXPECT_NEAR(2147.48 / 0.88, point.peak_gb_per_second, 0.01);
  EXPECT_EQ(20, point.repetitions);
  EXPECT_EQ("", point.note);
  ASSERT_EQ(3u, point.times.size());
  for (const auto& time : point.times) ASSERT_TRUE(time);
  EXPECT_NEAR(0.25, point.times[0]->ms.value, 1e-12);
  EXPECT_NEAR(2147.48, point.times[0]->gb_per_second, 0.01);
  EXPECT_NEAR(1, point.times[0]->copy_fraction->value, 1e-9);
  EXPECT_NEAR(2, point.times[0]->times_library->value, 1e-9) << "twice as fast as CUB";
  EXPECT_NEAR(0.5, point.times[2]->times_library->value, 1e-9);
}

TEST(BenchPoint, The99thPercentileLeavesOneCallInAHundredOut) {
  Comparison comparison = quiet_comparison({0.01}, 100);
  const auto p99_ms = [&] { return bench_point(comparison, {kThree[0]}, 1).times[0]->p99_ms; };
  comparison.repetitions[17].samples[0].ms = 5;
  EXPECT_NEAR(0.01, p99_ms(), 1e-12);
  comparison.repetitions[18].samples[0].ms = 3;
  EXPECT_NEAR(3, p99_ms(), 1e-12);
  comparison.repetitions.resize(20);
  EXPECT_NEAR(5, p99_ms(), 1e-12) << "of few calls the slowest";
}

TEST(BenchPoint, OneThatIsExcludedHasNoTimeAndAReason) {
  Comparison comparison = quiet_comparison({0.25, 0.5, 1});
  comparison.excluded[2] = finding_of(Verdict::wrong_answer, "out[3] is wrong");
  const BenchPoint point = bench_point(comparison, kThree, 1);
  EXPECT_TRUE(point.times[0]);
  EXPECT_FALSE(point.times[2]);
  EXPECT_EQ("submission: out[3] is wrong", point.note);
}

TEST(BenchPoint, AFailedComparisonHasNothingButItsReason) {
  Comparison comparison;
  comparison.excluded.resize(3);
  comparison.failure = "out of memory";
  const BenchPoint point = bench_point(comparison, kThree, 1);
  EXPECT_EQ("out of memory", point.note);
  for (const auto& time : point.times) EXPECT_FALSE(time);
  EXPECT_EQ(0, point.copy_gb_per_second);
  EXPECT_EQ(0, point.peak_gb_per_second);
}

TEST(BenchPoint, SaysThatTheGpuWasNotQuiet) {
  Comparison comparison = quiet_comparison({0.25, 0.5, 1}, 40);
  for (std::size_t i = 0; i < 20; ++i) comparison.repetitions[i].samples[0].ms = 2.5;
  const BenchPoint point = bench_point(comparison, kThree, 1);
  EXPECT_TRUE(point.times[0]);
  EXPECT_NE(std::string::npos, point.note.find("something else seems to use this GPU")) << point.note;
}

TEST(BenchPoint, ThrottledRepetitionsDoNotCount) {
  Comparison comparison = quiet_comparison({0.25, 0.5, 1}, 21);
  comparison.repetitions[0].clock_mhz = 300;
  comparison.repetitions[0].samples[0].ms = 100;
  const BenchPoint point = bench_point(comparison, kThree, 1);
  EXPECT_EQ(1, point.discarded);
  EXPECT_EQ(20, point.repetitions);
  EXPECT_NEAR(0.25, point.times[0]->p99_ms, 1e-12);
}

class BenchTest : public TimedCourse {
 protected:
  BenchTest() {
    timing().inputs = {"random", "constant"};
    timing().parameters = {{"bins", 256}};
    options_.reference = course_.path() / "reference";
    options_.sizes = {1 << 16, 1 << 18};
    workshop_.on_build = [](DeviceKind, const BuildRequest& request) {
      return built(request.source.filename().string() + (request.trusted ? "" : ", not trusted"));
    };
  }
  BenchEntry build() { return build_bench_entry(exercise_, exercise_.tasks[0], workshop_, options_); }

  BenchOptions options_;
  FakeWorkshop workshop_;
};

TEST_F(BenchTest, TheCoursesOwnAreTrustedAndASubmissionIsNot) {
  options_.submission = course_.path() / "mine";
  const BenchEntry entry = build();
  ASSERT_EQ(3u, entry.built.contestants.size());
  EXPECT_EQ("submission", entry.built.contestants[0].name);
  EXPECT_EQ("fake.cu, not trusted", entry.built.contestants[0].runner);
  EXPECT_FALSE(entry.built.contestants[0].trusted);
  EXPECT_EQ((course_.path() / "mine/unit/fake.cu").string(), entry.built.files[0]);
  EXPECT_EQ("reference", entry.built.contestants[1].name);
  EXPECT_EQ("fake.cu", entry.built.contestants[1].runner);
  EXPECT_TRUE(entry.built.contestants[1].trusted);
  EXPECT_EQ("cub", entry.built.contestants[2].name);
  EXPECT_EQ("", entry.built.note);
}

TEST_F(BenchTest, AContestantThatDoesNotBuildIsNotedAndTheOthersAreCompared) {
  workshop_.on_build = [](DeviceKind, const BuildRequest& request) {
    return request.source.filename() == "cub.cu" ? failed_build(Verdict::compile_error, "no such file")
                                                 : built("r");
  };
  const BenchEntry entry = build();
  ASSERT_EQ(1u, entry.built.contestants.size());
  EXPECT_NE(std::string::npos, entry.built.note.find("cub.cu does not build for timing: no such file"))
      << entry.built.note;
}

TEST_F(BenchTest, EveryInputIsComparedOverEverySize) {
  FakeTimer timer(comparisons_);
  std::vector<std::uint64_t> compared;
  const auto tasks = run_bench(build(), timer, options_, [&](std::uint64_t n) { compared.push_back(n); });
  ASSERT_EQ(2u, tasks.size());
  EXPECT_EQ("random", tasks[0].input);
  EXPECT_EQ("constant", tasks[1].input);
  EXPECT_EQ((std::vector<std::string>{"reference", "cub"}), tasks[0].contestants);
  ASSERT_EQ(2u, tasks[1].points.size());
  EXPECT_EQ(1u << 18, tasks[1].points[1].n);
  EXPECT_EQ((std::vector<std::uint64_t>{1 << 16, 1 << 18, 1 << 16, 1 << 18}), compared);

  ASSERT_EQ(4u, comparisons_.run.size());
  EXPECT_EQ("one double_i32 n262144 constant: reference! cub!", comparisons_.run[3]);
  const auto& requests = comparisons_.requests;
  EXPECT_EQ(256, requests[3].work.parameters.at("bins"));
  EXPECT_NE(requests[2].work.seed, requests[3].work.seed) << "each comparison has its own input";
}

TEST_F(BenchTest, WithoutContestantsThereIsNoComparisonButAReason) {
  options_.reference = "";
  exercise_.folder = "";
  FakeTimer timer(comparisons_);
  const auto tasks = run_bench(build(), timer, options_, [](std::uint64_t) {});
  ASSERT_EQ(2u, tasks.size());
  EXPECT_TRUE(tasks[0].points.empty());
  EXPECT_NE("", tasks[0].note);
  EXPECT_TRUE(comparisons_.run.empty());
}

}  // namespace
}  // namespace warpgrade::judge
