// quiz.toml: the questions of an exercise; and reference/<unit>/<exercise>.quiz.toml: their answers, with
// reasons. As for all specs, reading finds ALL mistakes of a file and reports each as file:line:column.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "spec/spec.hpp"

namespace warpgrade::spec {

struct Solution {
  std::string answer;                        ///< normalised
  std::string why;                           ///< shown for the right answer
  std::map<std::string, std::string> wrong;  ///< normalised wrong answer (a choice: its letter) → reason
};

/// `exercise` has the tasks that questions may measure. Throws SpecError with all mistakes.
Quiz read_quiz(const std::filesystem::path& quiz_toml, const Exercise& exercise);

/// One for each question, in the order of the quiz. Throws SpecError with all mistakes.
std::vector<Solution> read_solutions(const std::filesystem::path& file, const Quiz& quiz);

std::size_t lines_of_code(const Question& question);

}  // namespace warpgrade::spec
