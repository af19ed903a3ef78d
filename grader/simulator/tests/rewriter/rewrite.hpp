// Helpers for tests of the rewriter on text.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "rewriter/rewriter.hpp"

namespace wgsim::rewriter {

/// The text with each run of white space as one space, and none at the ends.
inline std::string squeezed(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

inline std::string rewritten(std::string_view source) { return squeezed(rewrite(source).text); }

/// "line:column: message" of each error.
inline std::vector<std::string> errors_of(std::string_view source) {
  std::vector<std::string> result;
  for (const Diagnostic& error : rewrite(source).errors) {
    result.push_back(std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " +
                     error.message);
  }
  return result;
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace wgsim::rewriter
