// From the names that a person types (an exercise, EXERCISE/TASK, a whole unit, or the path of a student's
// file) to what is to be graded.
#pragma once

#include <string>
#include <vector>

#include "judge/grading.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

/// No names: the whole course, as an explicit list. Throws UsageError with what was meant, perhaps, and all
/// names there are.
std::vector<judge::Selection> select(const spec::Course& course, const std::vector<std::string>& names);

/// One task: of an exercise that has only one, its name is enough. Throws UsageError for more.
judge::Selection select_one_task(const spec::Course& course, const std::string& name);

/// The course with nothing but these exercises, for what students or platforms get: whole files, so a task is
/// a UsageError. No names: the whole course.
spec::Course selected_part(spec::Course course, const std::vector<std::string>& names);

/// Throws UsageError if no selected task has a case of that name.
void require_case(const spec::Course& course, const std::vector<judge::Selection>& selection,
                  const std::string& case_name);

}  // namespace warpgrade::app
