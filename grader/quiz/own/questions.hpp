// A few questions on a student's own kernel, which who has written it answers in a minute. They and their
// answers are made from recorded calls of it, so they are made anew wherever answers are marked. The same
// lines get the same questions on each machine.
#pragma once

#include <vector>

#include "judge/recording/small_call.hpp"
#include "model/own_question.hpp"

namespace warpgrade::quiz {

struct OwnQuestionsMade {
  std::vector<OwnQuestion> questions;
  std::vector<Finding> why_not;  ///< there are no questions: a small call of the task is wrong, …
};

/// Of the options it uses toolchain, cache, sandbox and trusted.
OwnQuestionsMade own_questions(const judge::SmallCall& call, judge::GradingOptions options);

/// For all tasks of a graded exercise whose results are right, if answers count: fills in TaskResult::own.
/// Throws std::runtime_error where the grader or the machine is at fault.
void add_own_questions(const spec::Exercise& exercise, const judge::GradingOptions& options,
                       ExerciseResult& result);

}  // namespace warpgrade::quiz
