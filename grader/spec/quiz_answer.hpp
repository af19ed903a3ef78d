// What a person answers to a question, in the one form in which answers are compared and hashed.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/quiz.hpp"

namespace warpgrade::spec {

/// This can't be an answer to the question; says what to write.
struct AnswerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// choice: its letters, ascending: "a" or "a,c" · order: letters: "c,a,b" · number: "12" ·
/// formula: its values at the question's n: "3;6;9" · line: "7", or two, ascending: "7,9".
std::string normalised_answer(const Question& question, std::string_view typed);

/// What one can type, for the prompt: "a letter from a to d".
std::string how_to_answer(const Question& question);

/// The letters of a normalised choice.
std::vector<std::string> split_answer(const std::string& normalised);

}  // namespace warpgrade::spec
