// Who takes part in a comparison. A contestant that fails or cheats is excluded: its findings say why, and
// its process ends. If one of the trusted contestants fails, so does the comparison.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"
#include "judge/timing/comparison/contestant_process.hpp"

namespace warpgrade::judge {

class Participants {
 public:
  /// `processes`: one for each contestant. Findings and failures go into `comparison`.
  Participants(const std::vector<Contestant>& contestants, std::vector<ContestantProcess*> processes,
               Comparison& comparison);

  std::size_t size() const { return contestants_.size(); }
  bool is_trusted(std::size_t i) const { return contestants_[i].trusted; }
  ContestantProcess& process(std::size_t i) const { return *processes_[i]; }
  std::vector<Finding>& findings(std::size_t i) const { return comparison_.findings[i]; }

  /// Does it still take part?
  bool has(std::size_t i) const { return findings(i).empty(); }
  /// Does contestant i still take part, and is it a submission?
  bool has_submission(std::size_t i) const { return has(i) && !is_trusted(i); }
  void exclude(std::size_t i, Finding finding);
  /// Call this when the contestant's process has ended and its findings say why.
  void note_loss(std::size_t i);

  /// The trusted contestant whose answers count as right.
  std::optional<std::size_t> authority() const;
  /// Should the comparison go on? Not after a failure, and not if every submission is excluded.
  bool is_worth_going_on() const;
  void fail(std::string why);
  bool has_failed() const { return !comparison_.failure.empty(); }

 private:
  const std::vector<Contestant>& contestants_;
  std::vector<ContestantProcess*> processes_;
  Comparison& comparison_;
};

}  // namespace warpgrade::judge
