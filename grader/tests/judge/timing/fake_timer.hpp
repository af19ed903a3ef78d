// Comparisons without a GPU: made up from a seed, with known medians and a known noise; a timer that gives
// what the test says and records what it was asked for; and a course whose task is timed.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "judge/timing/comparison/comparison.hpp"
#include "kit/inputs.hpp"
#include "tests/judge/fake_workshop.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {

/// A normal number (Box & Muller, 1958).
inline double normal(kit::Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::numbers::pi * random.unit());
}

constexpr std::size_t kSubmission = 0, kReference = 1, kCub = 2;
inline const std::vector<Contestant> kContestants = {
    {"submission", "s", false}, {"reference", "r", true}, {"cub", "c", true}};

struct SyntheticComparison {
  std::vector<double> ms = {0.25, 0.2, 0.16};  ///< of each contestant
  double copy_ms = 1;
  double noise = 0.01;  ///< the standard deviation of each time, relative to it
  double drift = 0;     ///< how much slower everything is in the last repetition than in the first
  int repetitions = 40;
  std::uint64_t seed = 1;

  /// 2^26 elements read and written by contestants; the copy moves four times as many bytes.
  Comparison make() const {
    kit::Random random(seed);
    Comparison comparison;
    comparison.compulsory_bytes = std::uint64_t(8) << 26;
    comparison.copy_bytes = 4 * comparison.compulsory_bytes;
    comparison.peak_bytes_per_ms =
        double(comparison.copy_bytes) / copy_ms / 0.88;  // the copy reaches 88 % of it
    comparison.excluded.resize(ms.size());
    comparison.hidden_ms.resize(ms.size());
    for (int i = 0; i < repetitions; ++i) {
      const double slower = 1 + drift * i / repetitions;
      const auto time = [&](double exact) { return exact * slower * (1 + noise * normal(random)); };
      Repetition& repetition = comparison.repetitions.emplace_back();
      repetition.clock_mhz = 1980;
      repetition.copy_ms = time(copy_ms);
      for (const double exact : ms) {
        const double event_ms = time(exact), overhead = 0.04 + 0.01 * random.unit();
        repetition.samples.push_back({event_ms, event_ms, event_ms + overhead});
      }
    }
    return comparison;
  }
};

/// What was compared, and what came out of it.
struct Comparisons {
  std::function<Comparison(const ComparisonRequest&, const std::vector<Contestant>&)> on_comparison =
      [](const auto&, const auto&) { return SyntheticComparison{}.make(); };
  std::vector<ComparisonRequest> requests;
  std::vector<std::string> run;  ///< "one double_i32 n4096 random: submission reference! cub!"; !: trusted
  std::vector<bool> enough;      ///< what was said to the comparison's times
};

class FakeTimer : public Timer {
 public:
  explicit FakeTimer(Comparisons& comparisons) : comparisons_(comparisons) {}

  Comparison run(const ComparisonRequest& request, const std::vector<Contestant>& contestants,
                 const ComparisonLimits&, const std::function<bool(const Comparison&)>& enough) override {
    std::string who;
    for (const Contestant& contestant : contestants)
      who += " " + contestant.name + (contestant.trusted ? "!" : "");
    comparisons_.requests.push_back(request);
    comparisons_.run.push_back(fmt::format("{} {} n{} {}:{}", request.work.task, request.work.op,
                                           request.work.n, request.work.input, who));
    Comparison comparison = comparisons_.on_comparison(request, contestants);
    comparison.excluded.resize(contestants.size());
    comparison.hidden_ms.resize(contestants.size());
    if (comparison.failure.empty() && !comparison.excluded[0])
      comparisons_.enough.push_back(enough(comparison));
    return comparison;
  }

 private:
  Comparisons& comparisons_;
};

/// A course with the exercise "fake", whose task "one" is timed for n = 4096; a reference and CUB are there.
class TimedCourse : public ::testing::Test {
 protected:
  TimedCourse() {
    exercise_.folder = course_.path() / "assignments/unit/fake";
    course_.write("reference/unit/fake.cu", "");
    course_.write("assignments/unit/fake/cub.cu", "// tasks: one\n");
    spec::Timing timing;
    timing.op = "double_i32";
    timing.sizes = {4096};
    timing.inputs = {"random"};
    exercise_.tasks[0].timing = timing;
  }

  spec::Timing& timing() { return *exercise_.tasks[0].timing; }

  support::TemporaryFolder course_;
  spec::Exercise exercise_ = fake_exercise();
  Comparisons comparisons_;
};

}  // namespace warpgrade::judge
