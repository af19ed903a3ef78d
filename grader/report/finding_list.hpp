// The findings of a grading as one list, for formats that have no tasks and cases: editors and code hosts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::report {

struct ListedFinding {
  std::string task;  ///< exercise/task
  Finding finding;   ///< of a hidden case without its values
  bool is_warning = false;
};

/// What the verdict of a task comes from: a finding of its own, or one of the case that is shown.
std::optional<Finding> leading_finding(const TaskResult& task);

/// The findings that have a line in the source, in the order of the report. Of several of one kind in a line
/// only the first. A task that fails without a line, by a wrong answer for example, has one where its section
/// begins. Faults of the grader and tasks that were not begun are left out.
std::vector<ListedFinding> findings_with_lines(const Result& result);

}  // namespace warpgrade::report
