// A hand-in as a submission: UNIT/EXERCISE.cu, what it includes from beside it, and answers to its quiz.
#pragma once

#include <filesystem>
#include <string>

#include "classes/submissions/pile.hpp"
#include "judge/compile/submission_files.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

/// Of a solution that has no files.
std::string why_not_read(const judge::SubmissionFiles& found);

/// Copies a solution, the headers that it includes and the answers beside it, and returns what it consists
/// of. In place of a file that can't be read stands an #error that says why.
judge::SubmissionFiles copy_solution(const spec::Exercise& exercise, const std::filesystem::path& source,
                                     const std::filesystem::path& submission);

/// One student's hand-in, a folder or an archive, goes into `submission` as a class would take it. Answers to
/// a quiz whose solution is not handed in are taken, too. `work`: a folder for what is unpacked. What is said
/// about it stands in the result.
Attempt place_hand_in(const std::filesystem::path& handed_in, const spec::Course& course,
                      const std::filesystem::path& work, const std::filesystem::path& submission);

}  // namespace warpgrade::classes
