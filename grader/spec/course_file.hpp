// course.toml, beside assignments/: what holds for a course as a whole. A course need not have one.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade::spec {

/// [class]: what a class makes of late and of unreadable work.
struct ClassRules {
  std::string zone = {};            ///< of times that name none, as Europe/Berlin; empty: this machine's
  double grace_minutes = 0;         ///< so much later than the deadline is not late
  int late_days = 0;                ///< that each student has in the course, without any loss
  double penalty_percent = 0;       ///< of the points, for each day that is late beyond those
  bool unreadable_is_zero = false;  ///< a hand-in that can't be read; else it has no points, and no zero
};

struct CourseFile {
  std::string at = {};  ///< the machine that times for students, as ssh takes it; empty: there is none
  ClassRules rules = {};
};

/// Where it lies in a course.
inline std::filesystem::path course_file_of(const std::filesystem::path& course) {
  return course / "course.toml";
}

/// Without a file what a course has that says nothing. Throws SpecError with all mistakes.
CourseFile read_course_file(const std::filesystem::path& file);

}  // namespace warpgrade::spec
