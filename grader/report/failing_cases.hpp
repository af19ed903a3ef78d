// Of a failing task: which case a report shows in full, and what it says of the others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::report {

bool is_failure(const CaseResult& result);

/// "n32.sum_i32.random on simulator"
std::string case_name(const CaseResult& result);

/// Of the failing cases the first with the task's verdict, so that heading and detail agree. Sizes ascend in
/// most specs, so that it is a small one, too. Null: no case fails.
const CaseResult* case_to_show(const TaskResult& task);

/// One sentence on what a task's verdict means. `shown`: the case that is shown; null: none.
std::string_view meaning(Verdict verdict, const CaseResult* shown);

/// How many others fail, which do so alike, and why some were not run: a line for each.
std::vector<std::string> about_other_cases(const TaskResult& task, const CaseResult& shown);

/// A task that only waits for a device needs no section of its own. One that says why it was not run does.
bool has_a_section(const TaskResult& task);

/// Only the build of a task failed: it has findings of its own, and no case that ran.
bool failed_before_cases(const TaskResult& task);

/// All tasks of the exercise that failed before their cases with the findings of this one: a file that does
/// not compile fails all of its tasks with one message.
std::vector<const TaskResult*> failed_alike(const ExerciseResult& exercise, const TaskResult& task);

}  // namespace warpgrade::report
