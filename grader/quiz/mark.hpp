// Is an answer right, and why or why not?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/own_question.hpp"
#include "model/quiz_result.hpp"
#include "model/result.hpp"
#include "quiz/answers.hpp"
#include "quiz/seal.hpp"
#include "spec/quiz.hpp"

namespace warpgrade::quiz {

enum class Outcome { right, wrong, no_answer };  ///< no_answer: it can't be one, such as a word for a number

struct Mark {
  Outcome outcome = Outcome::no_answer;
  std::vector<std::string> reasons;  ///< why it is right or wrong, or what to write
};

Mark mark(const spec::Question& question, const Seal& seal, const std::string& typed);

/// A question on a student's own kernel as one of a quiz, and its answer, sealed.
spec::Question as_question(const OwnQuestion& own);
Seal seal_of(const OwnQuestion& own, const std::string& why);

/// The answers to questions on the student's own kernel, which were made anew.
std::vector<QuestionResult> mark_own(const std::string& task, const std::vector<OwnQuestion>& own,
                                     const Answers& answers);

/// Are there answers for another kernel than the one that these questions are about?
bool has_stale_answers(const std::vector<OwnQuestion>& own, const Typed& typed);

/// The whole quiz of an exercise, with the answers in the submission's file; not marked where the seals of a
/// quiz with points are not here. Throws spec::SpecError if one without points is not sealed. `tasks`:
/// with questions on the student's own kernels, if these count; a task without them is not right. nullptr:
/// only the quiz.
QuizResult mark_quiz(const spec::Exercise& exercise, const std::filesystem::path& submission,
                     const std::vector<TaskResult>* tasks = nullptr);

}  // namespace warpgrade::quiz
