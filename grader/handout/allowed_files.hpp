// Which files of a course go into its handout. A list of what is allowed: a file that nobody thought of stays
// with the instructor.
#pragma once

#include <filesystem>
#include <vector>

#include "course/course.hpp"

namespace warpgrade::handout {

/// A checkout does; its handout has the README.md for students, and pages of grader/docs. A course of its own
/// has its own README.md.
bool holds_grader(const std::filesystem::path& root);

/// Relative to the course's folder, sorted. Links are left out: what they lead to may be anything. Throws
/// std::runtime_error if a line of the list matches nothing.
std::vector<std::filesystem::path> allowed_files(const std::filesystem::path& root,
                                                 const spec::Course& course);

}  // namespace warpgrade::handout
