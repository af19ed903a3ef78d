// A submission's answers: <submission>/<unit>/<exercise>.quiz.toml, one line a question.
//
//   steps_of_a_tree = "ceil(log2(n))"
//
//   [own.blelloch]              # on the student's own kernel
//   reader_5d0c = "41"
//
// The reference has a table in the place of each answer, with reasons; its key `answer` is the answer.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "spec/quiz.hpp"

namespace warpgrade::quiz {

/// By name of question.
using Typed = std::map<std::string, std::string>;

struct Answers {
  Typed typed;
  std::map<std::string, Typed> own;  ///< by task
  bool has_reasons = false;          ///< as the reference's: nothing of it may be written anew
  std::string problem;               ///< why the file can't be read, with its place; empty: it can
};

std::filesystem::path answers_file(const std::filesystem::path& submission, const spec::Exercise& exercise);

/// Without a file there are no answers. A student writes this file, so it never throws because of what is in
/// it, and it may not be a link to the answers of others.
Answers read_answers(const std::filesystem::path& submission, const spec::Exercise& exercise);

/// The text of the file: in the order of the exercise's quiz, if it has one; answers to other questions are
/// kept.
std::string answers_as_toml(const spec::Exercise& exercise, const Answers& answers);
void write_answers(const std::filesystem::path& file, const spec::Exercise& exercise, const Answers& answers);

}  // namespace warpgrade::quiz
