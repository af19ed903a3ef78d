// The tasks of a grading as what learning platforms and code hosts know: tests with points and a text. All of
// their formats are written from this list. It is for students: of hidden cases it has neither values nor
// commands to run them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/result.hpp"
#include "report/finding_list.hpp"

namespace warpgrade::report {

/// A task, or the quiz of an exercise.
struct ScoredTest {
  const ExerciseResult* exercise = nullptr;
  const TaskResult* task = nullptr;  ///< null: the quiz
  std::string name;                  ///< of the task alone: "blelloch", "quiz"
  std::string title;
  Verdict verdict = Verdict::not_run;  ///< not_run of an optional quiz: it costs nothing
  double score = 0, max_score = 0, waiting_points = 0;
  double seconds = 0;
  std::string summary = {};  ///< one line: the verdict, what was found, and where
  std::string text = {};     ///< what the report for people says, without colours; then how many cases pass

  std::string full_name() const { return exercise->name + "/" + name; }
  bool passes() const { return verdict == Verdict::pass; }
};

/// In the order of the report. They point into the result.
std::vector<ScoredTest> scored_tests(const Result& result);

inline constexpr std::string_view kGraderFault =
    "The grader or its machine failed, which is not your fault. Your instructor can run it again.";

/// "12.5 of 20 points, 3 of them waiting for times on a GPU", or that there is no score.
std::string score_sentence(const Result& result);

/// What code hosts show beside a line: findings_with_lines(). The first ones of all tasks come first, since
/// hosts show only a few.
std::vector<ListedFinding> annotations(const Result& result);

}  // namespace warpgrade::report
