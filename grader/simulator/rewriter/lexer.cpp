#include "lexer.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>

namespace wgsim::rewriter {
namespace {

/// The backslash: g++ writes a letter that is not ASCII as \U000000f6.
bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '\\' || (c & 0x80);
}
bool continues_identifier(char c) {
  return starts_identifier(c) || std::isdigit(static_cast<unsigned char>(c));
}

/// A prefix of a string or a character: u8R"(…)", L'…'.
bool is_literal_prefix(std::string_view word) {
  static constexpr std::string_view prefixes[] = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};
  return std::find(std::begin(prefixes), std::end(prefixes), word) != std::end(prefixes);
}

/// Walks over the text line by line and token by token.
class Lexer {
 public:
  Lexer(std::string_view text, bool is_preprocessed) : text_(text), is_preprocessed_(is_preprocessed) {}

  TokenList run() {
    while (at_ < text_.size()) {
      if (!is_preprocessed_) {
        step_in_source();
      } else if (at_ == line_start_ && text_[at_] == '#') {
        directive();
      } else if (in_system_header_) {
        skip_system_header();
      } else {
        step();
      }
    }
    add(TokenKind::end, at_);
    return std::move(result_);
  }

 private:
  void step() {
    const char c = text_[at_];
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (c == '\n') {
      newline();
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++at_;
    } else if (starts_identifier(c)) {
      identifier();
    } else if (std::isdigit(static_cast<unsigned char>(c)) ||
               (c == '.' && std::isdigit(static_cast<unsigned char>(next)))) {
      number();
    } else if (c == '"' || c == '\'') {
      add(TokenKind::text, end_of_quoted(at_));
    } else {
      punctuation();
    }
  }

  /// Comments, directives and joined lines, which preprocessed text does not have, and all that it has.
  void step_in_source() {
    const std::string_view rest = text_.substr(at_);
    if (const std::size_t joined = length_of_join(rest)) {
      skip_to(at_ + joined);
    } else if (rest.starts_with("//")) {
      skip_to(end_of_line());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      skip_to(end == std::string_view::npos ? text_.size() : end + 2);
    } else if (text_[at_] == '#' && line_is_blank_) {
      directive_of_source();
    } else {
      step();
    }
  }

  void directive_of_source() {
    const std::size_t begin = ++at_, first = result_.tokens.size();
    Directive directive{{}, {}, first, line_, static_cast<int>(begin - line_start_) + 1};
    line_is_blank_ = false;
    while (at_ < text_.size() && text_[at_] != '\n') step_in_source();
    directive.text = text_.substr(begin, at_ - begin);
    directive.tokens.assign(result_.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                            result_.tokens.end());
    result_.tokens.resize(first);
    if (!directive.tokens.empty())
      directive.line = directive.tokens[0].line, directive.column = directive.tokens[0].column;
    result_.directives.push_back(std::move(directive));
  }

  /// The length of a backslash that joins its line to the next one; compilers forgive blanks behind it.
  static std::size_t length_of_join(std::string_view text) {
    if (!text.starts_with('\\')) return 0;
    const std::size_t end = text.find_first_not_of(" \t\r", 1);
    return end != std::string_view::npos && text[end] == '\n' ? end + 1 : 0;
  }

  /// Of the line and those that are joined to it.
  std::size_t end_of_line() const {
    std::size_t end = text_.find('\n', at_);
    while (end != std::string_view::npos) {
      const std::size_t last = text_.find_last_not_of(" \t\r", end - (end > 0));
      if (last == std::string_view::npos || last < at_ || text_[last] != '\\') return end;
      end = text_.find('\n', end + 1);
    }
    return text_.size();
  }

  void skip_to(std::size_t end) {
    count_lines(text_.substr(at_, end - at_));
    at_ = end;
  }

  void newline() {
    line_is_blank_ = true;
    ++at_;
    ++line_;
    line_start_ = at_;
  }

  /// A line marker, or a #pragma, which stays as it is.
  void directive() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const LineMarker marker = parse_line_marker(text_.substr(at_, end - at_));
    at_ = end;
    if (at_ < text_.size()) newline();
    if (!marker.valid) return;
    line_ = marker.line;
    file_ = file_index(std::string(marker.file));
    // A system header's macro in the user's line has a marker of its own: `# 9 "kernel.cu" 3`. Neither that
    // nor a pragma makes the user's file one of the system.
    if (!marker.system_header)
      user_files_.insert(file_);
    else if (!user_files_.contains(file_))
      result_.files_of_system.insert(file_);
    // The first file begins twice: before and behind what the compiler was told to include.
    if (marker.begins_file && file_ == kFirstFile && ++begins_ <= 2)
      result_.source_begins = result_.tokens.size();
    in_system_header_ = !user_files_.contains(file_);
  }

  /// To the next line that is a directive.
  void skip_system_header() {
    const std::size_t directive = text_.find("\n#", at_);
    result_.system_headers.push_back(text_.substr(at_, directive - at_));
    at_ = directive == std::string_view::npos ? text_.size() : directive + 1;
    line_start_ = at_;
  }

  void identifier() {
    std::size_t end = at_;
    while (end < text_.size() && continues_identifier(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    const char next = end < text_.size() ? text_[end] : '\0';
    if ((next != '"' && next != '\'') || !is_literal_prefix(word)) return add(TokenKind::identifier, end);
    add(TokenKind::text, word.back() == 'R' && next == '"' ? end_of_raw_string(end) : end_of_quoted(end));
  }

  /// A pp-number: also 1e-3f, 0x1.8p+2, 1'000'000 and the like.
  void number() {
    std::size_t end = at_;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool sign_of_exponent = (c == '+' || c == '-') && end > at_ &&
                                    std::string_view("eEpP").find(text_[end - 1]) != std::string_view::npos;
      const bool separator = c == '\'' && end + 1 < text_.size() && continues_identifier(text_[end + 1]);
      if (!continues_identifier(c) && c != '.' && !sign_of_exponent && !separator) break;
      ++end;
    }
    add(TokenKind::number, end);
  }

  std::size_t end_of_quoted(std::size_t quote) const {
    std::size_t end = quote + 1;
    while (end < text_.size() && text_[end] != text_[quote] && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    const bool closed = end < text_.size() && text_[end] == text_[quote];
    return std::min(closed ? end + 1 : end, text_.size());
  }

  std::size_t end_of_raw_string(std::size_t quote) const {
    constexpr std::size_t longest = 17;  // the quote, and 16 characters of the programmer's choice
    const std::size_t open = text_.find('(', quote);
    if (open == std::string_view::npos || open - quote > longest) return end_of_quoted(quote);
    std::string close(1, ')');
    close += text_.substr(quote + 1, open - quote - 1);
    close += '"';
    const std::size_t end = text_.find(close, open);
    return end == std::string_view::npos ? text_.size() : end + close.size();
  }

  /// Only the operators of several characters that the rewriter looks for. The others may come in pieces.
  void punctuation() {
    static constexpr std::string_view several[] = {"<<", ">>", "::", "->", "&&",
                                                   "||", "==", "!=", "<=", ">="};
    const std::string_view two = text_.substr(at_, 2);
    const bool known = std::find(std::begin(several), std::end(several), two) != std::end(several);
    add(TokenKind::punctuation, at_ + (known ? 2 : 1));
  }

  void add(TokenKind kind, std::size_t end) {
    const std::string_view text = text_.substr(at_, end - at_);
    result_.tokens.push_back({kind, text, at_, file_, line_, static_cast<int>(at_ - line_start_) + 1});
    line_is_blank_ = false;
    skip_to(end);
  }

  /// Those of a text that begins at the current place.
  void count_lines(std::string_view text) {
    for (std::size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1)) {
      ++line_;
      line_start_ = at_ + i + 1;
    }
  }

  int file_index(const std::string& name) {
    const auto [position, added] = index_of_.try_emplace(name, static_cast<int>(result_.files.size()));
    if (added) result_.files.push_back(name);
    return position->second;
  }

  std::string_view text_;
  bool is_preprocessed_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  bool line_is_blank_ = true;  ///< up to the current place; a comment is blank
  bool in_system_header_ = false;
  static constexpr int kFirstFile = 1;
  TokenList result_{{}, {""}, {}, {}, 0, {}};
  int file_ = 0, begins_ = 0;
  std::map<std::string, int> index_of_;
  std::set<int> user_files_;
};

}  // namespace

Place TokenList::place_of(std::size_t index) const {
  const Token& token = tokens[index];
  return {files[static_cast<std::size_t>(token.file)], token.line, token.column};
}

LineMarker parse_line_marker(std::string_view line) {
  // # 12 "file" flags, where flag 3 means a system header
  if (line.size() < 3 || line[0] != '#' || line[1] != ' ') return {};
  LineMarker marker;
  const auto [end, error] = std::from_chars(line.data() + 2, line.data() + line.size(), marker.line);
  if (error != std::errc()) return {};
  const std::size_t open = line.find('"', static_cast<std::size_t>(end - line.data()));
  const std::size_t close = line.rfind('"');
  if (open == std::string_view::npos || close == open) return {};
  marker.file = line.substr(open + 1, close - open - 1);
  marker.system_header = line.find('3', close) != std::string_view::npos;
  marker.enters_file = line.find(" 1", close) != std::string_view::npos;
  marker.begins_file = marker.line <= 1 && close + 1 == line.size();
  marker.valid = true;
  return marker;
}

std::string without_digraphs(std::string text) {
  struct Digraph {
    std::string_view spelling;
    char bracket;
  };
  static constexpr Digraph kDigraphs[] = {{"<%", '{'}, {"%>", '}'}, {"<:", '['}, {":>", ']'}};
  const auto is_in = [&text](const Digraph& digraph) { return text.find(digraph.spelling) != text.npos; };
  if (std::none_of(std::begin(kDigraphs), std::end(kDigraphs), is_in)) return text;
  std::vector<std::pair<std::size_t, char>> brackets;
  const TokenList list = tokenize(text);
  for (std::size_t i = 0; i + 1 < list.tokens.size(); ++i) {
    const Token &first = list.tokens[i], &second = list.tokens[i + 1];
    if (first.kind != TokenKind::punctuation || second.kind != TokenKind::punctuation ||
        first.text.size() + second.text.size() != 2 || second.offset != first.offset + 1)
      continue;
    for (const Digraph& digraph : kDigraphs)
      if (std::string_view(text).substr(first.offset, 2) == digraph.spelling)
        brackets.emplace_back(first.offset, digraph.bracket);
  }
  for (const auto& [place, bracket] : brackets) text[place] = bracket, text[place + 1] = ' ';
  return text;
}

std::string in_utf8(std::string_view identifier) {
  std::string result;
  for (std::size_t i = 0; i < identifier.size(); ++i) {
    const std::size_t digits = identifier.substr(i, 2) == "\\U"   ? 8
                               : identifier.substr(i, 2) == "\\u" ? 4
                                                                  : 0;
    unsigned code = 0;
    const char* const first = identifier.data() + i + 2;
    if (digits == 0 || i + 2 + digits > identifier.size() ||
        std::from_chars(first, first + digits, code, 16).ptr != first + digits) {
      result += identifier[i];
      continue;
    }
    if (code < 0x80) {
      result += char(code);
    } else {
      const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      result += char((0xf00 >> (more + 1) & 0xff) | code >> 6 * more);
      for (int k = more; k-- > 0;) result += char(0x80 | (code >> 6 * k & 0x3f));
    }
    i += 1 + digits;
  }
  return result;
}

TokenList tokenize(std::string_view preprocessed) { return Lexer(preprocessed, true).run(); }
TokenList tokenize_source(std::string_view source) { return Lexer(source, false).run(); }

}  // namespace wgsim::rewriter
