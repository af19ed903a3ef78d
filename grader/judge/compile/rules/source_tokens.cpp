// First the line splices are taken out, with each character remembering its place; then one pass over the
// text. Where compilers disagree (a lone carriage return ends a line for some), the text is called odd.
#include "judge/compile/rules/source_tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "judge/compile/rules/conditions.hpp"

namespace warpgrade::judge {
namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
/// UTF-8 too: an identifier may have letters of any language.
bool in_word(char c) {
  return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)) || (c & 0x80) != 0;
}
/// Only these words begin a raw string; after any other word that ends with R an ordinary string begins.
bool is_raw_prefix(std::string_view word) {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// The length of a backslash that ends its line, with the newline: compilers forgive blanks between the two.
std::size_t splice_length(std::string_view text) {
  if (!text.starts_with('\\')) return 0;
  std::size_t end = 1;
  while (end < text.size() && is_blank(text[end])) ++end;
  return end < text.size() && text[end] == '\n' ? end + 1 : 0;
}

/// The text without line splices, and where each of its characters came from.
struct SplicedText {
  struct Position {
    int line, column;
    std::size_t offset;
  };
  std::string text;
  std::vector<Position> positions;

  explicit SplicedText(std::string_view source) {
    text.reserve(source.size());
    positions.reserve(source.size() + 1);
    Position at{1, 1, 0};
    while (at.offset < source.size()) {
      const char c = source[at.offset];
      const std::size_t length = c == '\\' ? splice_length(source.substr(at.offset)) : 0;
      if (length == 0) {
        text += c;
        positions.push_back(at);
      }
      at = length > 0 || c == '\n' ? Position{at.line + 1, 1, at.offset}
                                   : Position{at.line, at.column + 1, at.offset};
      at.offset += std::max<std::size_t>(length, 1);
    }
    positions.push_back(at);
  }
};

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source), spliced_(source) {}

  SourceTokens run() {
    look_for_odd_characters();
    while (at_ < text().size()) lex_next();
    return std::move(result_);
  }

 private:
  const std::string& text() const { return spliced_.text; }
  char current() const { return at_ < text().size() ? text()[at_] : '\0'; }
  bool starts_with(std::string_view prefix) const { return text().compare(at_, prefix.size(), prefix) == 0; }

  void look_for_odd_characters() {
    for (std::size_t i = 0; i < text().size(); ++i) {
      const char c = text()[i];
      const bool ends_line = c == '\r' && i + 1 < text().size() && text()[i + 1] == '\n';
      if (c == '\r' && !ends_line) return add_odd("a carriage return within a line", i);
      if ((static_cast<unsigned char>(c) < ' ' && c != '\n' && !is_blank(c)) || c == '\x7f')
        return add_odd("a character that can't be seen", i);
    }
  }

  void add_odd(std::string what, std::size_t at) {
    const auto& position = spliced_.positions[at];
    result_.odd.push_back({std::move(what), position.line, position.column});
  }

  void lex_next() {
    const char c = current();
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

  void skip_to(std::string_view end, bool past_it) {
    const std::size_t found = text().find(end, at_ + (past_it ? end.size() : 0));
    at_ = found == std::string::npos ? text().size() : found + (past_it ? end.size() : 0);
  }

  void lex_token(char c) {
    const bool first_of_line = line_begins_;
    line_begins_ = false;
    if (first_of_line && (c == '#' || starts_with("%:")))
      lex_directive();
    else if (starts_word(c) || (c & 0x80) != 0)
      lex_word();
    else if (std::isdigit(static_cast<unsigned char>(c)))
      lex_number();
    else if (c == '"' || c == '\'')
      lex_literal(at_);
    else
      lex_sign();
  }

  void add(Token::Kind kind, std::size_t begin, std::string spelling = {}) {
    const auto& position = spliced_.positions[begin];
    if (spelling.empty()) spelling = text().substr(begin, at_ - begin);
    if (directive_)
      directive_->tokens.push_back({kind, std::move(spelling), position.line, position.column});
    else if (!conditions_.skips())
      result_.tokens.push_back({kind, std::move(spelling), position.line, position.column});
  }

  void lex_sign() {
    struct Sign {
      std::string_view written, means;
    };
    static constexpr std::array signs = {Sign{"::", "::"}, Sign{"##", "##"}, Sign{"%:%:", "##"},
                                         Sign{"%:", "#"},  Sign{"<:", "["},  Sign{":>", "]"},
                                         Sign{"<%", "{"},  Sign{"%>", "}"}};
    const std::size_t begin = at_;
    const bool is_less_than = starts_with("<::") && !starts_with("<:::") && !starts_with("<::>");  // A<::B>
    for (const Sign& sign : signs)
      if (starts_with(sign.written) && !is_less_than) {
        at_ += sign.written.size();
        return add(Token::Kind::sign, begin, std::string(sign.means));
      }
    ++at_;
    add(Token::Kind::sign, begin);
  }

  std::size_t word_length() const {
    std::size_t end = at_;
    while (end < text().size() && in_word(text()[end])) ++end;
    return end - at_;
  }

  void lex_word() {
    const std::size_t begin = at_;
    const std::string word = text().substr(at_, word_length());
    at_ += word.size();
    const bool before_string = current() == '"', before_character = current() == '\'';
    if (before_string && is_raw_prefix(word)) return lex_raw_string(begin);
    const bool is_prefix = word == "L" || word == "u" || word == "U" || word == "u8";
    if (is_prefix && (before_string || before_character)) return lex_literal(begin);
    add(Token::Kind::word, begin);
    if (word.starts_with("__has_include") || word == "__has_embed") lex_header_in_condition();
  }

  /// Raw strings have no line splices, so the end of the string is looked for in the source itself.
  void lex_raw_string(std::size_t begin) {
    const std::size_t opening = spliced_.positions[at_].offset + 1;
    const std::size_t parenthesis = std::min(source_.find('(', opening), source_.size());
    const std::string closing = ")" + std::string(source_.substr(opening, parenthesis - opening)) + "\"";
    const std::size_t found = source_.find(closing, parenthesis);
    if (found == std::string_view::npos) {
      at_ = text().size();
      result_.open_raw_string = {closing, spliced_.positions[begin].offset, spliced_.positions[begin].line};
      return;
    }
    const std::size_t end = found + closing.size();
    const auto before = [](const SplicedText::Position& position, std::size_t offset) {
      return position.offset < offset;
    };
    at_ = static_cast<std::size_t>(
        std::lower_bound(spliced_.positions.begin(), spliced_.positions.end(), end, before) -
        spliced_.positions.begin());
    at_ = std::min(at_, text().size());
    add(Token::Kind::literal, begin);
  }

  /// Digit separators and exponents belong to it: 1'000, 1e-5, 0x1p+3.
  void lex_number() {
    const std::size_t begin = at_;
    const auto continues = [&](std::size_t i) {
      const char c = text()[i], before = text()[i - 1];
      const bool sign =
          (c == '+' || c == '-') && std::string_view("eEpP").find(before) != std::string_view::npos;
      return in_word(c) || c == '.' || c == '\'' || sign;
    };
    do ++at_;
    while (at_ < text().size() && continues(at_));
    add(Token::Kind::number, begin);
  }

  void lex_literal(std::size_t begin) {
    const char quote = current();
    for (++at_; at_ < text().size() && text()[at_] != quote && text()[at_] != '\n'; ++at_)
      if (text()[at_] == '\\') ++at_;
    at_ = std::min(at_, text().size());
    if (current() == quote) ++at_;
    add(Token::Kind::literal, begin);
  }

  void skip_blanks() {
    while (at_ < text().size() && (is_blank(text()[at_]) || starts_with("/*")))
      if (starts_with("/*"))
        skip_to("*/", true);
      else
        ++at_;
  }

  void lex_directive() {
    at_ += text()[at_] == '#' ? 1 : 2;
    skip_blanks();
    const auto& position = spliced_.positions[at_];
    Directive directive{text().substr(at_, word_length()), {}, position.line, position.column};
    at_ += directive.name.size();
    if (directive.name == "include" || directive.name == "include_next" || directive.name == "import" ||
        directive.name == "embed")
      return lex_include(directive);
    directive_ = &directive;
    while (at_ < text().size() && current() != '\n') lex_next();
    directive_ = nullptr;
    const bool was_skipped = conditions_.skips();
    conditions_.see(directive);
    if (!was_skipped || !conditions_.skips()) result_.directives.push_back(std::move(directive));
  }

  void lex_include(Directive& directive) {
    const bool counts = !conditions_.skips();
    if (directive.name != "include" && counts) result_.directives.push_back(directive);
    skip_blanks();
    const char open = current();
    const bool is_quoted = open == '"', is_angled = open == '<';
    const std::string path = is_quoted || is_angled ? header_name(open) : rest_of_line();
    const auto form = is_angled   ? Include::Form::angled
                      : is_quoted ? Include::Form::quoted
                                  : Include::Form::computed;
    if (counts) result_.includes.push_back({form, path, directive.line, directive.column});
  }

  std::string rest_of_line() {
    const std::size_t begin = at_;
    skip_to("\n", false);
    return text().substr(begin, at_ - begin);
  }

  /// What stands between the quotes or angle brackets. In `<a//b>` one compiler sees a comment where another
  /// sees a name.
  std::string header_name(char open) {
    const std::size_t begin = ++at_;
    const char close = open == '<' ? '>' : '"';
    at_ = std::min({text().find(close, begin), text().find('\n', begin), text().size()});
    const std::string name = text().substr(begin, at_ - begin);
    const auto is_plain = [](char c) {
      return in_word(c) || c == '.' || c == '/' || c == '-' || c == '+' || c == ' ';
    };
    if (!std::ranges::all_of(name, is_plain) || name.find("//") != std::string::npos)
      add_odd("the name of a header with signs that no header has", begin);
    if (current() == close) ++at_;
    return name;
  }

  /// #if __has_include(<vector>)
  void lex_header_in_condition() {
    skip_blanks();
    if (current() != '(') return;
    lex_sign();
    skip_blanks();
    if (current() != '<' && current() != '"') return;
    const std::size_t begin = at_;
    header_name(current());
    add(Token::Kind::literal, begin);
  }

  std::string_view source_;
  SplicedText spliced_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  Directive* directive_ = nullptr;  ///< the one whose line is read
  Conditions conditions_;
  SourceTokens result_;
};

}  // namespace

SourceTokens tokenize(std::string_view source) { return Lexer(source).run(); }

}  // namespace warpgrade::judge
