// Tokens of C++: of preprocessed text (the output of `g++ -E` or `clang++ -E`), and of a file as it was
// written.
//
// In preprocessed text line markers (`# 12 "kernel.cu" 2`) say where each line comes from. The text of system
// headers gives no tokens: it is plain C++ already, and it is most of the text.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wgsim::rewriter {

enum class TokenKind { identifier, number, text, punctuation, end };

/// A place in preprocessed text: the file and line of the source, and the column in the preprocessed line.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;  ///< from 1; 0: unknown
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;   ///< points into the preprocessed text
  std::size_t offset = 0;  ///< of text
  int file = 0;            ///< index into TokenList::files
  int line = 0;
  int column = 0;

  bool is(std::string_view expected) const { return text == expected && kind != TokenKind::text; }
  bool is_identifier() const { return kind == TokenKind::identifier; }
};

/// A line of a file that begins with #, with all that backslashes join to it. `#define N 3` has the tokens
/// "define", "N" and "3".
struct Directive {
  std::string_view text;  ///< behind the #
  std::vector<Token> tokens;
  std::size_t followed_by = 0;  ///< index into TokenList::tokens
  int line = 0, column = 0;     ///< of the first token
};

struct TokenList {
  std::vector<Token> tokens;  ///< the last one is of kind end
  std::vector<std::string> files;
  std::vector<std::string_view> system_headers;  ///< the text that gives no tokens, piece by piece
  std::set<int> files_of_system;      ///< first named as system headers; some of their text has tokens
  std::size_t source_begins = 0;      ///< the first token behind what the compiler was told to include first
  std::vector<Directive> directives;  ///< of a file as it was written; their tokens are not among the others

  Place place_of(std::size_t index) const;
};

/// A line marker, or nothing if `line` is none.
struct LineMarker {
  bool valid = false;
  int line = 0;
  std::string_view file;
  bool system_header = false;
  bool enters_file = false;  ///< an #include begins here
  bool begins_file = false;  ///< line 1, and neither entered nor come back to from another file
};
LineMarker parse_line_marker(std::string_view line);

/// The same text with brackets in place of digraphs: `<%` becomes `{ `.
std::string without_digraphs(std::string preprocessed);

/// `größe` for `gr\U000000f6\U000000dfe`: so g++ writes an identifier when it preprocesses.
std::string in_utf8(std::string_view identifier);

/// `preprocessed` must outlive the result.
TokenList tokenize(std::string_view preprocessed);
/// A file as it was written, with comments and directives. `source` must outlive the result.
TokenList tokenize_source(std::string_view source);

}  // namespace wgsim::rewriter
