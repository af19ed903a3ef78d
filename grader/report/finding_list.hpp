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

/// Those with a line in the source, each line's first of a kind, in the order of the report. Findings of the
/// grader's own are left out.
std::vector<ListedFinding> findings_with_lines(const Result& result);

}  // namespace warpgrade::report
