// What a row of tokens may not hold: inline assembly, names of the compiler, of the simulator and of the
// grader, attributes that change when or how code runs, other people's namespaces, a main of its own, and the
// words that the exercise rules out.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "judge/compile/rules/source_tokens.hpp"

namespace warpgrade::judge {

struct Violation {
  Token at;  ///< the token that decides: where it is not the student's, nothing is wrong
  std::string message, remedy;
};

/// `forbid`: the exercise's own words, each a token or several in a row ("std::sort", "atomicAdd").
std::vector<Violation> check_tokens(std::span<const Token> tokens, const std::vector<std::string>& forbid);

/// What to say about a word that is_of_the_simulator().
Violation name_of_the_simulator(const Token& word);

/// `tokens`: what follows #pragma, or stands in _Pragma("…"). `at`: where to say so.
std::vector<Violation> check_pragma(std::span<const Token> tokens, const Token& at);

}  // namespace warpgrade::judge
