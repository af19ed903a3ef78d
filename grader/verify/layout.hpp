// Are all files of a course there, and does each of them belong to an exercise?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"

namespace warpgrade::verify {

/// One sentence for each file that is missing and, if `exercises` are all of the course, for each that nobody
/// lists; sorted.
std::vector<std::string> check_layout(const Installation& installation, const spec::Course& course,
                                      const std::vector<const spec::Exercise*>& exercises);

/// Without hidden ones, sorted. None where there is no such folder.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

}  // namespace warpgrade::verify
