#include "judge/timing/program_timer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <regex>

#include <fmt/format.h>

#include "judge/program/check_program.hpp"
#include "judge/program/compare_text.hpp"
#include "judge/run/outcome.hpp"
#include "system/process_info.hpp"

namespace warpgrade::judge {
namespace {

/// The time in ms that the program prints; nothing if no line has one, or if several do: which is right?
std::optional<double> printed_time(const std::string& printed, const std::string& pattern) {
  const std::regex regex(pattern);
  std::optional<double> ms;
  for (const std::string& line : lines_of(printed)) {
    std::smatch match;
    if (!std::regex_search(line, match, regex)) continue;
    const double value = std::strtod(match[1].str().c_str(), nullptr);
    if (ms || !std::isfinite(value) || value <= 0) return std::nullopt;
    ms = value;
  }
  return ms;
}

const std::string& pattern_of(const ComparisonRequest& request) {
  const auto task = std::ranges::find(request.exercise->tasks, request.work.task, &spec::Task::name);
  return task->timing->prints;
}

class ProgramComparison {
 public:
  ProgramComparison(Workshop& workshop, const ComparisonRequest& request,
                    const std::vector<Contestant>& contestants)
      : workshop_(workshop), request_(request), contestants_(contestants) {
    comparison_.excluded.resize(contestants.size());
    comparison_.hidden_ms.resize(contestants.size(), 0);
  }

  Comparison run(const ComparisonLimits& limits, const std::function<bool(const Comparison&)>& enough) {
    const auto begin = std::chrono::steady_clock::now();
    repeat(/*timed=*/false);  // files come into the memory, and the driver may compile for this card
    const auto done = [&] { return int(comparison_.repetitions.size()); };
    while (is_worth_going_on() && done() < limits.max_repetitions) {
      repeat(/*timed=*/true);
      if (system::seconds_since(begin) > limits.max_seconds) break;
      if (done() >= limits.min_repetitions && enough(comparison_)) break;
    }
    comparison_.seconds = system::seconds_since(begin);
    return std::move(comparison_);
  }

 private:
  bool is_worth_going_on() const {
    for (std::size_t i = 0; i < contestants_.size(); ++i)
      if (comparison_.excluded[i]) return false;
    return comparison_.failure.empty();
  }

  /// The cases of the task were right, so a student will ask where this was.
  Finding in_timed_run(Finding finding) const {
    finding.message +=
        fmt::format(" It is the run '{}', which is for its time.", request_.program->run->name);
    return finding;
  }

  /// All contestants, every second time from the last to the first. The first time the course's own come
  /// first: what fails for them, too, is no fault of the student.
  void repeat(bool timed) {
    Repetition repetition;
    repetition.clock_mhz = 1;  // nobody measures it
    repetition.samples.resize(contestants_.size());
    const bool backwards = !timed || comparison_.repetitions.size() % 2 == 1;
    for (std::size_t k = 0; k < contestants_.size() && is_worth_going_on(); ++k)
      call(backwards ? contestants_.size() - 1 - k : k, repetition);
    if (timed && is_worth_going_on()) comparison_.repetitions.push_back(std::move(repetition));
  }

  void call(std::size_t i, Repetition& repetition) {
    const spec::Exercise& exercise = *request_.exercise;
    const spec::ProgramRun& run = *request_.program->run;
    CallOptions options;
    options.timeout_s = request_.program->timeout_s;
    const ProgramResult ran =
        workshop_.run_program(DeviceKind::cuda, contestants_[i].runner, exercise, run, options, /*tool=*/{});
    CaseResult result;
    judge_program(result, *exercise.program, run, ran);
    if (result.verdict != Verdict::pass) return exclude(i, in_timed_run(result.findings.front()));
    const std::optional<double> ms =
        pattern_.empty() ? 1e3 * ran.main_s : printed_time(ran.printed, pattern_);
    if (!ms)
      return exclude(i, make_finding(Verdict::wrong_answer,
                                     fmt::format("Not exactly one line that the program prints gives its "
                                                 "time in ms, as {} asks.",
                                                 pattern_),
                                     "Leave the lines that print the time as they were given."));
    repetition.samples[i] = {.ms = *ms, .event_ms = *ms, .wall_ms = *ms};
  }

  void exclude(std::size_t i, Finding finding) {
    if (contestants_[i].trusted) {
      comparison_.failure = fmt::format("the course's {} fails: {}", contestants_[i].name, finding.message);
      comparison_.is_courses_fault = true;
    }
    comparison_.excluded[i] = std::move(finding);
  }

  Workshop& workshop_;
  const ComparisonRequest& request_;
  const std::vector<Contestant>& contestants_;
  const std::string& pattern_ = pattern_of(request_);
  Comparison comparison_;
};

class ProgramTimer final : public Timer {
 public:
  explicit ProgramTimer(Workshop& workshop) : workshop_(workshop) {}
  Comparison run(const ComparisonRequest& request, const std::vector<Contestant>& contestants,
                 const ComparisonLimits& limits,
                 const std::function<bool(const Comparison&)>& enough) override {
    return ProgramComparison(workshop_, request, contestants).run(limits, enough);
  }

 private:
  Workshop& workshop_;
};

}  // namespace

std::unique_ptr<Timer> make_program_timer(Workshop& workshop) {
  return std::make_unique<ProgramTimer>(workshop);
}

}  // namespace warpgrade::judge
