// The parts of the page, a file each.
#pragma once

#include <string>

#include "model/hot_line.hpp"
#include "model/result.hpp"
#include "report/html/source.hpp"

namespace warpgrade::report::html {

/// How all of an exercise looks: as a task that fails, or else as its worst one.
Verdict look_of(const ExerciseResult& exercise);

/// All about one exercise: its tasks and their points, what fails, what was measured, the quiz, the pictures.
/// `costs`: also what lines take, of right tasks too.
std::string exercise_section(const Result& result, const ExerciseResult& exercise, bool costs);

/// The failing tasks of an exercise: what is wrong, where in the source, both parties of a race side by side.
/// Empty if nothing failed.
std::string failing_tasks(const Result& result, const ExerciseResult& exercise);

/// The id of a task's own part.
std::string task_id(const ExerciseResult& exercise, const TaskResult& task);

/// The part of the page that says what is wrong with a task; empty: none does. Tasks that failed with one
/// message share it.
std::string link_target(const ExerciseResult& exercise, const TaskResult& task);

/// Which cases of a task fail, at a glance: a table for each device on which a case fails: a column for each
/// size, a row for each operator that fails at some size; how many others there are in one sentence. Empty
/// where there is nothing to compare: one case, or all with the same verdict.
std::string case_matrix(const TaskResult& task);

/// What a task cost and how fast it is: its costs against n beside their bounds, its times on a GPU, what its
/// runs prove, and which lines move the memory. A part that the reader can open; it is open from the start if
/// the task costs too much or is too slow. Empty if nothing was measured. `show_lines`: also which lines move
/// the memory; where the task costs too much they are shown in any case.
std::string measured(const Result& result, const ExerciseResult& exercise, const TaskResult& task,
                     bool show_lines);

/// What nvcc makes of a task's kernels, and of the reference's; a part that the reader can open. Empty if
/// that was not asked for.
std::string kernels(const TaskResult& task);

/// What the names of the costs mean that the page shows (costs_by_n), once on a page. Empty without any.
std::string glossary(const Result& result);

/// The submission's own lines, each with what it takes of the GPU: a table for each file, in the order of its
/// lines. For each resource that the task uses a bar for what the line takes, and in another colour what it
/// could save. Below it how the costliest lines take less. Empty without any.
std::string heat_map(const Sources& sources, const std::string& task, const std::vector<HotLine>& hot_lines);

/// The pictures of a task's cases, before and after, with a slider between the two; empty without pictures.
std::string pictures(const TaskResult& task);

}  // namespace warpgrade::report::html
