// The answer of a question in a form that can be checked and not be read: what handouts have instead of
// reference/. A tag is a salted hash of a normalised answer. The text for an answer (why it is right, why it
// is wrong) is encrypted with a key that is made from this answer: only who gives the answer sees it.
//
// This keeps answers from being read, not from being guessed: whoever can run the check can try all four
// letters.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/quiz.hpp"

namespace warpgrade::quiz {

struct Seal {
  std::string salt;
  std::string right;  ///< tag of the right answer
  std::map<std::string, std::string>
      texts;  ///< tag of an answer → its text, encrypted, in hexadecimal digits
  bool operator==(const Seal&) const = default;
};

Seal seal(const spec::Solution& solution, const std::string& salt);

/// `answer` is normalised, here and below.
bool is_right(const Seal& seal, std::string_view answer);

/// Why it is right or wrong; nothing if this answer has no text.
std::optional<std::string> text_for(const Seal& seal, std::string_view answer);

// ---- The file -------------------------------------------------------------------------------------------
//
// assignments/<unit>/<exercise>/quiz.sealed.toml: a seal for each question, written by `./grade quiz --seal`.

/// Beside quiz.toml.
std::filesystem::path seal_file(const spec::Quiz& quiz);

/// By name of question. Throws spec::SpecError with all mistakes.
std::map<std::string, Seal> read_seals(const std::filesystem::path& file);

/// The seals in the order of the questions. Throws spec::SpecError if the file is missing, or has none for
/// one of them.
std::vector<Seal> seals_of(const spec::Quiz& quiz);

/// The same; empty where a quiz with points of any kind has no such file: a handout leaves it out, so that
/// answers that count can't be tried out. They are marked where the file is.
std::vector<Seal> seals_here(const spec::Quiz& quiz);

/// The text of the file; `seals` in the order of the questions.
std::string seals_as_toml(const spec::Quiz& quiz, const std::vector<Seal>& seals);

}  // namespace warpgrade::quiz
