// Who takes part in a comparison, and what the judge checks of them. A contestant that fails or cheats is
// excluded: its finding says why, and its process ends. If one of the trusted contestants fails, so does the
// comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"
#include "judge/timing/comparison/comparison_data.hpp"
#include "judge/timing/comparison/contestant_process.hpp"
#include "judge/timing/comparison/referee_process.hpp"

namespace warpgrade::judge {

/// What the judge saw in one repetition.
struct Observations {
  std::vector<protocol::Sums> sums;                  ///< of each contestant's arrays
  std::vector<std::pair<std::size_t, int>> threads;  ///< contestant, count before its call
};

class Participants {
 public:
  /// `processes`: one for each contestant. Findings and failures go into `comparison`.
  Participants(const std::vector<Contestant>& contestants, std::vector<ContestantProcess*> processes,
               Comparison& comparison);

  std::size_t size() const { return contestants_.size(); }
  bool is_trusted(std::size_t i) const { return contestants_[i].trusted; }
  ContestantProcess& process(std::size_t i) const { return *processes_[i]; }

  /// Does it still take part?
  bool has(std::size_t i) const { return !comparison_.excluded[i]; }
  /// Does contestant i still take part, and is it a submission?
  bool has_submission(std::size_t i) const { return has(i) && !is_trusted(i); }

  /// Calls step(process) for contestant i, and excludes it if that throws NoAnswer. Returns whether it still
  /// takes part.
  template <class Step>
  bool try_with(std::size_t i, Step step) {
    try {
      step(process(i));
    } catch (const NoAnswer& no_answer) {
      exclude(i, no_answer.finding);
    }
    return has(i);
  }

  /// The trusted contestant whose answers count as right.
  std::optional<std::size_t> authority() const;
  /// Should the comparison go on? Not after a failure, and not if every submission is excluded.
  bool is_worth_going_on() const;
  void fail(std::string why);
  bool has_failed() const { return !comparison_.failure.empty(); }

  // Each check excludes those who fail it.

  /// All outputs must be equal to those of the authority, and so must the inputs after the call.
  void check_answers(const Observations& seen, const ComparisonData& data, RefereeProcess& referee);

  /// A thread that is alive between two calls can work before the clock runs and after it has stopped. CUDA
  /// has threads of its own; the trusted contestants show how many.
  void check_threads(const Observations& seen);

  /// A process that leaves its group and its parent is not stopped with its contestant, and may slow down the
  /// others. To find it, all processes of the machine must be looked at, so this is done between repetitions.
  void check_orphans();

  /// A call can't be faster than the memory delivers its arrays: then the work was not done, or not in that
  /// time. If one of the course's own contestants is that fast, the memory is faster than the driver says,
  /// and nobody is excluded.
  void check_times(std::uint64_t n);

 private:
  void exclude(std::size_t i, Finding finding);

  const std::vector<Contestant>& contestants_;
  std::vector<ContestantProcess*> processes_;
  Comparison& comparison_;
};

}  // namespace warpgrade::judge
