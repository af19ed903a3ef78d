// Nothing here gives or takes points: a call that fails leaves a note.
#include "judge/bounds/bound_stage.hpp"

#include <algorithm>
#include <exception>
#include <optional>

#include <fmt/format.h>

#include "judge/bounds/lower_bound.hpp"
#include "judge/cases/cases.hpp"
#include "judge/timing/tiers.hpp"
#include "kit/oracle.hpp"
#include "system/parallel.hpp"

namespace warpgrade::judge {
namespace {

/// Large enough for many blocks, small enough to be counted in seconds. Four times as many elements tell what
/// grows with them from what does not.
constexpr std::uint64_t kSmallCount = 65'536, kLargeCount = 4 * kSmallCount;
constexpr double kCountTimeout_s = 120;
constexpr double kWasted = 1.5;  // a line that moves so many times what it must is worth naming

/// The line that wastes most of what limits the call.
std::optional<HotLine> wasteful_line(const std::vector<HotLine>& lines, Limit limit) {
  const auto wasted = [](const HotLine& line) { return double(line.transactions) - double(line.ideal); };
  std::optional<HotLine> worst;
  if (limit == Limit::atomics || limit == Limit::launches) return worst;
  for (const HotLine& line : lines) {
    const ResourceKind resource = resource_of(line.kind);
    const bool is_global = resource == ResourceKind::global_memory;
    if (limit == Limit::memory ? !is_global : !is_global && resource != ResourceKind::shared_memory) continue;
    if (double(line.transactions) < kWasted * double(line.ideal)) continue;
    if (!worst || wasted(line) > wasted(*worst)) worst = line;
  }
  return worst;
}

struct Counting {
  CountedCall call;
  std::vector<HotLine> lines;
  std::string failure;  ///< why nothing was counted; empty if it was
};

class TaskBounds {
 public:
  TaskBounds(const TaskRun& run, Workshop& workshop, const Card& card, std::uint64_t seed)
      : run_(run), timing_(*run.task->timing), workshop_(workshop), card_(card), seed_(seed) {
    result_.card = card.name;
  }

  TimeBounds find() {
    for (const std::string& input : timing_.inputs) {
      const Counting small = count(input, kSmallCount), large = count(input, kLargeCount);
      for (const Counting* counting : {&small, &large})
        if (!counting->failure.empty()) {
          result_.bounds.clear();
          result_.note = counting->failure;
          return result_;
        }
      for (const std::uint64_t n : timing_.sizes) {
        TimeBound bound = lower_bound(extrapolated(small.call, large.call, n), card_);
        bound.input = input;
        bound.line = wasteful_line(large.lines, bound.limit);
        result_.bounds.push_back(std::move(bound));
      }
    }
    rule_out_tiers();
    return result_;
  }

 private:
  Counting count(const std::string& input, std::uint64_t n) {
    const kit::CaseRequest request = timed_case(*run_.task, input, n, seed_);
    const kit::CaseData data = workshop_.oracle(*run_.exercise)(request);
    if (!caller_) caller_ = workshop_.start(run_.device, run_.runner, /*tool=*/{});
    const CallResult call = caller_->call(data, request,
                                          {.timeout_s = kCountTimeout_s,
                                           .allow_same_value_races = run_.task->allow_same_value_races,
                                           .count = true});
    if (!call.completed || !call.findings.empty())
      return {{},
              {},
              fmt::format("it could not be counted at n = {}: {}", n,
                          call.findings.empty() ? "it does not end well" : call.findings.front().message)};
    double bytes = 0;
    for (const kit::Array& array : data.inputs) bytes += double(array.bytes.size());
    for (const kit::ExpectedArray& array : data.outputs) bytes += double(array.values.bytes.size());
    return {{n, call.kernels, bytes}, call.hot_lines, ""};
  }

  /// The reference's time on this card, for the input that takes longest. Nothing if the spec does not say
  /// it.
  std::optional<double> reference_ms(std::uint64_t n) const {
    const auto found = timing_.reference_ms.find(result_.card);
    if (found == timing_.reference_ms.end()) return std::nullopt;
    const auto size = std::ranges::find(timing_.sizes, n);
    return found->second.at(std::size_t(size - timing_.sizes.begin()));
  }

  /// The time that a tier asks for. Nothing if the tier is relative to a time that only a GPU can tell.
  std::optional<double> needed_ms(const spec::TimingTier& tier, std::uint64_t n) const {
    if (tier.kind == TierKind::max_ms) return tier.threshold;
    const auto reference = reference_ms(n);
    if (tier.kind != TierKind::reference_ratio || !reference) return std::nullopt;
    return tier.threshold * *reference;
  }

  /// A tier must hold at all sizes, and the better ones ask for less time.
  void rule_out_tiers() {
    const auto& tiers = tiers_for(timing_, result_.card);
    result_.reference_is_known = reference_ms(timing_.sizes.front()).has_value();
    for (std::size_t t = 0; t < tiers.size() && !result_.out_of_reach; ++t)
      for (const TimeBound& bound : result_.bounds) {
        const auto needed = needed_ms(tiers[t], bound.n);
        if (!needed || bound.ms <= *needed) continue;
        result_.out_of_reach = TimeBounds::OutOfReach{int(t) + 1, bound.n, *needed};
        break;
      }
  }

  const TaskRun& run_;
  const spec::Timing& timing_;
  Workshop& workshop_;
  const Card& card_;
  std::uint64_t seed_;
  std::unique_ptr<CaseCaller> caller_;
  TimeBounds result_;
};

/// A task that does too much work may still have the right result.
bool is_right(const TaskRun& run) {
  return !run.runner.empty() && run.findings.empty() && std::ranges::all_of(run.cases, [&run](const Case& c) {
    const Verdict verdict = run.results[std::size_t(&c - run.cases.data())].verdict;
    return c.measure != Measure::nothing || verdict == Verdict::pass;
  });
}

TimeBounds without_bounds(const Card& card, const std::string& why) {
  TimeBounds none;
  none.card = card.name;
  none.note = why;
  return none;
}

}  // namespace

void bound_all(Plan& plan, Workshop& workshop, const Card& card, const GradingOptions& options,
               const Report& report) {
  std::vector<TaskRun*> runs;
  for (ExerciseRun& exercise : plan.exercises)
    for (TaskRun& run : exercise.tasks) {
      if (!traits(run.device).counts || !run.task->timing) continue;
      if (is_right(run))
        runs.push_back(&run);
      else
        run.bounds = without_bounds(card, "it is bounded once all results are right");
    }
  system::parallel_for(options.jobs, runs.size(), [&](std::size_t, std::size_t i) {
    TaskRun& run = *runs[i];
    report({.kind = Progress::Kind::bounding, .exercise = run.exercise->name, .task = run.task->name});
    try {
      run.bounds = TaskBounds(run, workshop, card, options.seed).find();
    } catch (const std::exception& error) {
      run.bounds = without_bounds(card, error.what());
    }
  });
}

}  // namespace warpgrade::judge
