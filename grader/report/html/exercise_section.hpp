// All about one exercise: its tasks and their points, what fails, what was measured, the quiz, the pictures.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// `costs`: also which lines move the memory, of right tasks too.
std::string exercise_section(const Result& result, const ExerciseResult& exercise, bool costs);

/// "3 / 4"; empty where nothing is scored, as when a single case was asked for.
std::string points(double score, double max);

}  // namespace warpgrade::report::html
