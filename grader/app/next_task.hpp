// Which task of the course comes after those that were graded, and where in the files the work on tasks is.
#pragma once

#include <filesystem>
#include <optional>

#include "course/course.hpp"
#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::app {

/// Fills in TaskResult::line.
void add_lines(const spec::Course& course, const std::filesystem::path& submission, Result& result);

/// The next task that is not right, as the last results of the submission say: of the exercise that was
/// graded last, or else of those after it. Nothing: there is none.
std::optional<report::OpenTask> next_open_task(const Installation& installation, const spec::Course& course,
                                               const std::filesystem::path& submission, const Result& result);

}  // namespace warpgrade::app
