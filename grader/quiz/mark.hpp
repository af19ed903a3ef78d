// Is an answer right, and why or why not?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/quiz_result.hpp"
#include "quiz/seal.hpp"
#include "spec/quiz.hpp"

namespace warpgrade::quiz {

enum class Outcome { right, wrong, no_answer };  ///< no_answer: it can't be one, such as a word for a number

struct Mark {
  Outcome outcome = Outcome::no_answer;
  std::vector<std::string> reasons;  ///< why it is right or wrong, or what to write
};

Mark mark(const spec::Question& question, const Seal& seal, const std::string& typed);

/// The whole quiz of an exercise, with the answers in the submission's file; not marked where the seals of a
/// quiz with points are not here. Throws spec::SpecError if one without points is not sealed.
QuizResult mark_quiz(const spec::Exercise& exercise, const std::filesystem::path& submission);

}  // namespace warpgrade::quiz
