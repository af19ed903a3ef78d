// The tokens of a C++ source file as it was written: words, signs, literals and directives, without comments.
// Text that no compiler of ours ever reads (`#if 0`, `#ifdef _WIN32`) is left out.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/rewriter/lexer.hpp"

namespace warpgrade::judge {

using wgsim::rewriter::Directive;
using wgsim::rewriter::Token;

struct Include {
  enum class Form { quoted, angled, computed } form;
  std::string path;  ///< as written; of a computed one, the words behind #include
  int line = 0, column = 0;
};

struct SourceTokens {
  std::vector<Token> tokens;  ///< those of directives are not among them
  /// A main() of its own may stand there: behind `#ifdef NAME`, where nothing in the file defines the name.
  std::vector<std::pair<std::size_t, std::size_t>> hardly_compiled = {};  ///< [begin, end) of tokens
  std::vector<Include> includes;
  std::vector<Directive> directives;  ///< all but #include
};

/// `source` must outlive the result.
SourceTokens read_source(std::string_view source);

/// A macro on which it depends which text is left out: a submission may neither define nor undefine it.
bool decides_conditions(std::string_view macro);

/// "define", "7" of `# 7 "file"`, or nothing.
std::string_view name_of(const Directive& directive);

}  // namespace warpgrade::judge
