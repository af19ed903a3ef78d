// What is known of a grading's tasks while it runs: their cases, counted as they come.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "judge/options.hpp"
#include "report/human.hpp"

namespace warpgrade::app {

/// For who interrupts a grading, or waits for its end.
class CaseTally {
 public:
  void add(const judge::Progress& case_done);
  /// A line for each task that has a result, in the order of their first cases.
  std::string text(const report::HumanOptions& options) const;
  /// "✓ scan: 5 of 5 tasks right", by the cases that have a result.
  std::string of_exercise(const std::string& exercise, const report::HumanOptions& options) const;
  /// "scan/blelloch, 2 wrong so far"; of no task that has a result: its name alone.
  std::string so_far(const std::string& exercise, const std::string& task) const;

 private:
  struct Counts {
    std::string task;
    std::size_t right = 0, wrong = 0, left_out = 0, all = 0;
  };
  std::vector<Counts> tasks_;
  std::map<std::string, std::size_t> places_;                           ///< in tasks_
  std::map<std::pair<std::string, DeviceKind>, bool> known_on_device_;  ///< whose cases are in `all`
};

}  // namespace warpgrade::app
