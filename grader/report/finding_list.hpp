// The findings of a grading as one list, for formats that have no tasks and cases: editors and code hosts.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::report {

struct ListedFinding {
  std::string task;  ///< exercise/task
  Finding finding;   ///< of a hidden case without its values
  bool is_warning = false;
};

/// The findings that have a line in the source, in the order of the report. Of several of one kind in a line
/// only the first. Faults of the grader are left out.
std::vector<ListedFinding> findings_with_lines(const Result& result);

}  // namespace warpgrade::report
