// assignments/<unit>/<exercise>/quiz.sealed.toml: a seal for each question, written by `./grade quiz --seal`.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "quiz/seal.hpp"
#include "spec/quiz.hpp"

namespace warpgrade::quiz {

/// Beside quiz.toml.
std::filesystem::path seal_file(const spec::Quiz& quiz);

/// By name of question. Throws spec::SpecError with all mistakes.
std::map<std::string, Seal> read_seals(const std::filesystem::path& file);

/// The seals in the order of the questions. Throws spec::SpecError if the file is missing, or has none for
/// one of them.
std::vector<Seal> seals_of(const spec::Quiz& quiz);

/// The same; empty where a quiz with points has no such file: a handout leaves it out, so that answers that
/// count can't be tried out. They are marked where the file is.
std::vector<Seal> seals_here(const spec::Quiz& quiz);

/// The text of the file; `seals` in the order of the questions.
std::string seals_as_toml(const spec::Quiz& quiz, const std::vector<Seal>& seals);

}  // namespace warpgrade::quiz
