// The tokens of a C++ source file as a preprocessor sees them: words, signs, literals and directives, without
// comments and line splices. Text that no compiler of ours ever reads (`#if 0`, `#ifdef _WIN32`) is left out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::judge {

struct Token {
  enum class Kind { word, number, literal, sign } kind;
  std::string text;  ///< a literal with its quotes; a sign is one character, or "::" or "##"; <: is [ here
  int line = 0, column = 0;
};

struct Include {
  enum class Form { quoted, angled, computed } form;
  std::string path;  ///< as written; of a computed one, the words behind #include
  int line = 0, column = 0;
};

/// All but #include and its kin: `#define N 3` has the name "define" and two tokens; `# 7 "file"` the name
/// "7".
struct Directive {
  std::string name;
  std::vector<Token> tokens;
  int line = 0, column = 0;
};

/// A place at which compilers disagree where a line or a name ends.
struct OddText {
  std::string what;
  int line = 0, column = 0;
};

/// A raw string at the end of the text that is not closed: the text may be a piece of a longer one.
struct OpenRawString {
  std::string closing;  ///< what would close it
  std::size_t begin = 0;
  int line = 0;
};

struct SourceTokens {
  std::vector<Token> tokens;  ///< those of directives are not among them
  std::vector<Include> includes;
  std::vector<Directive> directives;
  std::vector<OddText> odd;
  std::optional<OpenRawString> open_raw_string;  ///< not among the tokens
};

SourceTokens tokenize(std::string_view source);

}  // namespace warpgrade::judge
