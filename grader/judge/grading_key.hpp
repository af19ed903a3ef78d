// What a verdict depends on besides the submission's own files, as checksums. Results that are kept by
// content (of a class, of `verify`) have them in their keys. For the simulator only: what a GPU needs is
// built where there is one, and machines differ.
#pragma once

#include <filesystem>
#include <string>

#include "spec/spec.hpp"

namespace warpgrade::judge {

/// Of this program, and of what it links with submissions.
std::string checksum_of_grader(const std::filesystem::path& toolchain);

/// Of the exercise's files, of those that it shares with its unit, and of its hidden cases.
std::string checksum_of_exercise(const spec::Exercise& exercise, const std::filesystem::path& reference);

}  // namespace warpgrade::judge
