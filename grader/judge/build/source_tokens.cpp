// First the line splices are taken out, with each character remembering its place; then one pass over the
// text.
#include "judge/build/source_tokens.hpp"

#include <algorithm>
#include <cctype>

namespace warpgrade::judge {
namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool in_word(char c) { return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)); }
/// Not just any word that ends with R: after that begins an ordinary string.
bool is_raw_prefix(std::string_view word) {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// The text without line splices (backslash, newline), and where each of its characters came from.
struct SplicedText {
  struct Position {
    int line, column;
  };
  std::string text;
  std::vector<Position> positions;

  explicit SplicedText(std::string_view source) {
    Position at{1, 1};
    for (std::size_t i = 0; i < source.size(); ++i) {
      const std::size_t length = source.substr(i, 2) == "\\\n" ? 2 : source.substr(i, 3) == "\\\r\n" ? 3 : 0;
      if (length == 0) {
        text += source[i];
        positions.push_back(at);
      }
      const bool newline = length > 0 || source[i] == '\n';
      at = newline ? Position{at.line + 1, 1} : Position{at.line, at.column + 1};
      if (length > 0) i += length - 1;
    }
    positions.push_back(at);
  }
};

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  SourceTokens run() {
    while (at_ < text().size()) {
      const char c = text()[at_];
      if (c == '\n')
        line_begins_ = true, ++at_;
      else if (is_blank(c))
        ++at_;
      else if (starts_with("//"))
        skip_to("\n", false);
      else if (starts_with("/*"))
        skip_to("*/", true);
      else
        lex_token(c);
    }
    return std::move(result_);
  }

 private:
  const std::string& text() const { return source_.text; }
  bool starts_with(std::string_view prefix) const { return text().compare(at_, prefix.size(), prefix) == 0; }

  void skip_to(std::string_view end, bool past_it) {
    const std::size_t found = text().find(end, at_ + (past_it ? end.size() : 0));
    at_ = found == std::string::npos ? text().size() : found + (past_it ? end.size() : 0);
  }

  void lex_token(char c) {
    const bool first_of_line = line_begins_;
    line_begins_ = false;
    if (first_of_line && (c == '#' || starts_with("%:")))
      lex_directive();
    else if (starts_word(c))
      lex_word();
    else if (std::isdigit(static_cast<unsigned char>(c)))
      lex_number();
    else if (c == '"' || c == '\'')
      skip_literal(c);
    else
      add(starts_with("::") ? 2 : 1);
  }

  void add(std::size_t length) {
    const auto [line, column] = source_.positions[at_];
    result_.tokens.push_back({text().substr(at_, length), line, column});
    at_ += length;
  }

  std::size_t word_length() const {
    std::size_t end = at_;
    while (end < text().size() && in_word(text()[end])) ++end;
    return end - at_;
  }

  void lex_word() {
    const std::size_t length = word_length();
    const std::string word = text().substr(at_, length);
    if (text().compare(at_ + length, 1, "\"") == 0 && is_raw_prefix(word)) {
      at_ += length + 1;
      const std::string delimiter = text().substr(at_, text().find('(', at_) - at_);
      skip_to(")" + delimiter + "\"", true);
      return;
    }
    add(length);
  }

  /// Digit separators and exponents belong to it: 1'000, 1e-5, 0x1p+3.
  void lex_number() {
    std::size_t end = at_;
    const auto continues = [&](std::size_t i) {
      const char c = text()[i], before = text()[i - 1];
      const bool sign =
          (c == '+' || c == '-') && std::string_view("eEpP").find(before) != std::string_view::npos;
      return in_word(c) || c == '.' || c == '\'' || sign;
    };
    do ++end;
    while (end < text().size() && continues(end));
    add(end - at_);
  }

  void skip_literal(char quote) {
    for (++at_; at_ < text().size() && text()[at_] != quote && text()[at_] != '\n'; ++at_)
      if (text()[at_] == '\\') ++at_;
    if (at_ < text().size() && text()[at_] == quote) ++at_;
  }

  void skip_blanks() {
    while (at_ < text().size() && (is_blank(text()[at_]) || starts_with("/*")))
      if (starts_with("/*"))
        skip_to("*/", true);
      else
        ++at_;
  }

  /// #include in all its forms; what follows other directives is lexed like the rest.
  void lex_directive() {
    at_ += text()[at_] == '#' ? 1 : 2;
    skip_blanks();
    const auto [line, column] = source_.positions[at_];
    const std::string name = text().substr(at_, word_length());
    if (name != "include" && name != "include_next" && name != "import" && name != "embed") return;
    at_ += name.size();
    skip_blanks();
    const char open = at_ < text().size() ? text()[at_] : '\0';
    const char close = open == '<' ? '>' : open == '"' ? '"' : '\n';
    const std::size_t begin = close == '\n' ? at_ : at_ + 1;
    const std::size_t end = std::min(text().find(close, begin), text().find('\n', begin));
    const auto form = open == '<'   ? Include::Form::angled
                      : open == '"' ? Include::Form::quoted
                                    : Include::Form::computed;
    const std::size_t stop = end == std::string::npos ? text().size() : end;
    result_.includes.push_back({form, text().substr(begin, stop - begin), line, column});
    at_ = stop + (stop < text().size() && close != '\n' ? 1 : 0);
  }

  SplicedText source_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  SourceTokens result_;
};

}  // namespace

SourceTokens tokenize(std::string_view source) { return Lexer(source).run(); }

}  // namespace warpgrade::judge
