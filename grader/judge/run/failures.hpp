// What has failed so far, and what is therefore not run. Workers share both.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "judge/cases/cases.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// What is known of the cases of one task that fail, and which others are therefore not run.
class Failures {
 public:
  /// Where groups of cases have points, costs decide about those of a task that is wrong in others.
  Failures(const spec::Task& task, std::optional<Verdict> enough)
      : measures_anyway_(task.has_weights()), enough_(enough) {}

  void record(const Case& c, const CaseResult& result, double used_s);
  /// Why this case is not run, as a sentence; empty: it is.
  std::string reason_to_leave_out(const Case& c) const;
  /// Only one failing case of a task is repeated in a fresh process. True for the first caller.
  bool is_first_to_be_repeated();

 private:
  mutable std::mutex mutex_;
  bool measures_anyway_;
  std::optional<Verdict> enough_;
  bool has_enough_ = false, needs_too_much_memory_ = false, is_wrong_ = false, one_was_repeated_ = false;
  std::uint64_t largest_ = std::numeric_limits<std::uint64_t>::max();  ///< n of a case that is still run
  double seconds_ = 0;
  int crashes_ = 0, hangs_ = 0;
};

/// Runners that don't get as far as their first task, and why. All tasks that have such a runner fail by it,
/// and it is not tried again.
class DeadRunners {
 public:
  void add(const std::filesystem::path& runner, const std::vector<Finding>& why);
  std::vector<Finding> why(const std::filesystem::path& runner) const;  ///< empty: it is not among them

 private:
  mutable std::mutex mutex_;
  std::map<std::filesystem::path, std::vector<Finding>> why_;
};

}  // namespace warpgrade::judge
