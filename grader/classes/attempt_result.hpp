// The result of an attempt, put together from those of its pieces.
#pragma once

#include <string>
#include <vector>

#include "classes/lateness.hpp"
#include "classes/points_by_hand.hpp"
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
  std::vector<HandEntry> by_hand;    ///< what an instructor decided, contained in the points of `result`
  bool no_grade = false;             ///< nothing could be read, which is no zero in this course
  Lateness lateness = {};
  bool is_graded(const std::string& exercise) const;
  /// For the gradebook: a penalty takes its part of all that the grader gave, and none of points by hand.
  double points_that_count(const ExerciseResult& exercise) const;
};

/// `course`: of the exercises that count. What is not handed in is a task that is not started.
AttemptResult result_of(const Entry& entry, const spec::Course& course, const Queue& simulator,
                        const Queue& gpu, const ResultsFolder& results);

/// The points that an instructor decided take the place of those of the grader.
void apply(const std::vector<HandEntry>& by_hand, AttemptResult& graded);

}  // namespace warpgrade::classes
