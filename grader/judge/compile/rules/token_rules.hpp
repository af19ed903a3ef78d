// What a row of tokens may not hold: inline assembly, names of the compiler, of the simulator and of the
// grader, attributes that hide code from the simulator, other people's namespaces, and the
// words that the exercise rules out.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "judge/compile/rules/source_tokens.hpp"

namespace warpgrade::judge {

struct Violation {
  Token at;
  std::string message, remedy;
};

/// `forbid`: the exercise's own words, each a token or several in a row ("std::sort", "atomicAdd").
std::vector<Violation> check_tokens(std::span<const Token> tokens, const std::vector<std::string>& forbid);

}  // namespace warpgrade::judge
