// What late work costs, by the rules of course.toml: late days first, then a part of the points.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "classes/submissions/pile.hpp"
#include "spec/course_file.hpp"

namespace warpgrade::classes {

struct Lateness {
  int days = 0;                ///< begun days behind the deadline; 0: in time, or how late is not known
  int days_used = 0;           ///< of the student's late days
  double penalty_percent = 0;  ///< of the points, for the others
};

/// `used_before`: late days of this student that earlier classes have used.
Lateness lateness_of(const Attempt& attempt, const spec::ClassRules& rules, int used_before);

/// By student: the late days that the gradebooks of these results show as used. Throws PileError.
std::map<std::string, int> late_days_used(const std::vector<std::filesystem::path>& results);

/// "2 days late: 1 of the late days, and 10 % of the points"; empty: it is in time.
std::string in_words(const Lateness& lateness);

/// A column of gradebook.csv, which late_days_used() reads.
inline constexpr const char* kLateDaysColumn = "late days used";

}  // namespace warpgrade::classes
