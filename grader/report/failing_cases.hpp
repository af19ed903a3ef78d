// Which case of a failing task a report shows in full, and what it says about the others.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::report {

/// "n32.sum_i32.random on simulator"
std::string case_name(const CaseResult& result);

/// The leading case; for a task that was not run, the first case that says why. Null if there is none.
const CaseResult* case_to_show(const TaskResult& task);

/// One sentence on what a task's verdict means. `shown`: the case that is shown; null: none.
std::string_view meaning(Verdict verdict, const CaseResult* shown);

/// Which others fail, a line for each verdict, and why some were not run.
std::vector<std::string> about_other_cases(const TaskResult& task, const CaseResult& shown);

/// Where the points of a task that fails are, in one sentence: those for being right, for cost, or why there
/// are none. Empty where that says no more than the score.
std::string about_points(const TaskResult& task);

/// Should the report show the task's hint? The hint tells how to come to the right result, so it does not
/// help where the device found something, where the mistake has a name, or where the task costs too much.
bool wants_hint(const CaseResult* shown);

/// What a report says of tasks that are not right. Tasks that were not started share a section, and so do
/// those that failed before their cases with the same findings: a file that does not compile fails all of its
/// tasks with one message.
struct Section {
  enum class Kind { one_task, failed_alike, not_started } kind = Kind::one_task;
  std::vector<const TaskResult*> tasks = {};
};

/// In the order of the report.
std::vector<Section> sections_of(const ExerciseResult& exercise);
/// That of one task alone; nothing for a task that is right, or that waits for a device and does not say why.
std::optional<Section> section_of(const TaskResult& task);

/// "a, b"
std::string names_of(const std::vector<const TaskResult*>& tasks);
/// "scan/a, b"; the exercise alone where all of its tasks failed: the whole file is at fault.
std::string names_of(const ExerciseResult& exercise, const std::vector<const TaskResult*>& tasks);
/// "! scan/a: 1 warning that costs no points"
std::string warnings_title(const ExerciseResult& exercise, const TaskResult& task, std::size_t warnings);

/// Does a task need a section of its own? Not if it only waits for a device; but it does if it says why it
/// was not run.
bool has_a_section(const TaskResult& task);

/// Only the build of a task failed: it has findings of its own, and no case that ran.
bool failed_before_cases(const TaskResult& task);

/// All tasks of the exercise that failed before their cases with the findings of this one.
std::vector<const TaskResult*> failed_alike(const ExerciseResult& exercise, const TaskResult& task);

}  // namespace warpgrade::report
