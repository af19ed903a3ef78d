// A submission as the compiler read it: which files it asked for, and what its macros became. A word that
// stands in none of its files, and can't be pasted together from words that do, came from a macro of CUDA or
// of the standard library (`assert`, `NAN`): that is not its fault.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "judge/compile/submission_files.hpp"
#include "model/finding.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// `text`: what the preprocessor wrote; `copies`: the folder in which the compiler found the submission.
std::vector<Finding> check_preprocessed(std::string_view text, const SubmissionFiles& submission,
                                        const std::filesystem::path& copies, const spec::Exercise& exercise);

}  // namespace warpgrade::judge
