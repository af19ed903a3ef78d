// All about one exercise: its tasks and their points, what fails, what was measured, the quiz, the pictures.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// How all of an exercise looks: as a task that fails, or else as its worst one.
Verdict look_of(const ExerciseResult& exercise);

/// `costs`: also what lines take, of right tasks too.
std::string exercise_section(const Result& result, const ExerciseResult& exercise, bool costs);

/// "3 / 4"; empty where nothing is scored, as when a single case was asked for.
std::string points(double score, double max);

}  // namespace warpgrade::report::html
