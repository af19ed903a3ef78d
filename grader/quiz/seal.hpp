// The answer of a question in a form that can be checked and not be read: what handouts have instead of
// reference/. A tag is a salted hash of a normalised answer. The text for an answer (why it is right, why it
// is wrong) is encrypted with a key that is made from this answer: only who gives the answer sees it.
//
// This keeps answers from being read, not from being guessed: whoever can run the check can try all four
// letters.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace warpgrade::quiz
