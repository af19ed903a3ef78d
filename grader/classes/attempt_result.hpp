// The result of an attempt, put together from those of its pieces.
#pragma once

#include <string>
#include <vector>

#include "classes/queue.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

struct AttemptResult {
  Result result;  ///< all exercises that count, in the order of the course, with quizzes
  /// Exercises that the grader could not grade: "scan: the disk is full (3 tries)". They have no points in
  /// `result` and must not be taken for a student's zero.
  std::vector<std::string> faults;
  std::vector<std::string> exercises_at_fault;
  std::vector<std::string> waiting;  ///< exercises that are not graded yet
};

/// `course`: of the exercises that count. What is not handed in is a task that is not started.
AttemptResult result_of(const Entry& entry, const spec::Course& course, const Queue& simulator,
                        const Queue& gpu, const ResultsFolder& results);

}  // namespace warpgrade::classes
