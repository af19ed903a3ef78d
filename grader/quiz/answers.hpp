// A submission's answers: <submission>/<unit>/<exercise>.quiz.toml, one line a question.
//
//   steps_of_a_tree = "ceil(log2(n))"
//
// The reference has a table in the place of each answer, with reasons; its key `answer` is the answer.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "spec/quiz.hpp"

namespace warpgrade::quiz {

struct Answers {
  std::map<std::string, std::string> typed;  ///< by name of question
  std::string problem;                       ///< why the file can't be read, with its place; empty: it can
};

std::filesystem::path answers_file(const std::filesystem::path& submission, const spec::Exercise& exercise);

/// Without a file there are no answers. A student writes this file, so it never throws because of what is in
/// it, and it may not be a link to the answers of others.
Answers read_answers(const std::filesystem::path& submission, const spec::Exercise& exercise);

/// The text of the file: in the order of the quiz; answers to other questions are kept.
std::string answers_as_toml(const spec::Exercise& exercise, const spec::Quiz& quiz, const Answers& answers);

}  // namespace warpgrade::quiz
