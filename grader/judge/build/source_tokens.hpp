// The tokens of a C++ source file, as far as the judge must understand one that is not compiled yet: words,
// punctuation and #include lines, without comments, strings and line splices.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::judge {

struct Token {
  std::string text;  ///< a word, a number, or one character of punctuation ("::" is one token)
  int line = 0, column = 0;
};

struct Include {
  enum class Form { quoted, angled, computed } form;
  std::string path;  ///< as written; of a computed one, the words behind #include
  int line = 0, column = 0;
};

struct SourceTokens {
  std::vector<Token> tokens;  ///< those of #include lines are not among them
  std::vector<Include> includes;
};

SourceTokens tokenize(std::string_view source);

}  // namespace warpgrade::judge
