// The parts of the human report that show all tasks at a glance.
#pragma once

#include <string>

#include "model/result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// "3 / 4"; empty where nothing is scored, as when a single case was asked for.
std::string points(double score, double max);

/// What was graded, where, and with which seed.
std::string header(const Result& result, const HumanOptions& options);
/// A line per task: verdict, cases passed, points; below it what was measured.
std::string exercise_table(const ExerciseResult& exercise, const HumanOptions& options);
/// A line for each task that is right: its name and how many cases passed.
std::string right_tasks(const ExerciseResult& exercise, const HumanOptions& options);
/// The score, and what waits.
std::string totals(const Result& result, const HumanOptions& options);

/// How many tasks are right, the points, and the first that falls short.
std::string overview(const Result& result, const HumanOptions& options);

}  // namespace warpgrade::report
