// Colours follow the lexical grammar of C++ as far as they need it (ISO C++20, [lex]): raw strings and
// continued lines are coloured as if they were none.
#include "report/html/source.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "report/source_quote.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

constexpr std::string_view kKeywords[] = {
    "alignas",   "auto",          "bool",        "break",           "case",      "char",      "class",
    "concept",   "const",         "continue",    "decltype",        "default",   "delete",    "do",
    "double",    "else",          "enum",        "explicit",        "extern",    "false",     "float",
    "for",       "goto",          "if",          "inline",          "int",       "long",      "mutable",
    "namespace", "new",           "nullptr",     "operator",        "private",   "public",    "requires",
    "return",    "short",         "signed",      "sizeof",          "static",    "struct",    "switch",
    "template",  "this",          "true",        "typename",        "union",     "unsigned",  "using",
    "virtual",   "void",          "volatile",    "while",           "constexpr", "consteval", "noexcept",
    "protected", "static_assert", "static_cast", "reinterpret_cast"};

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool goes_on(char c) { return begins_name(c) || is_digit(c); }

bool is_of_cuda(std::string_view name) {
  return name.starts_with("__") || name.starts_with("cuda") || name.starts_with("atomic") ||
         name.ends_with("Idx") || name.ends_with("Dim") || name == "warpSize" || name == "dim3";
}

std::string in_color(char css_class, std::string_view text) {
  return fmt::format("<i class=\"{}\">{}</i>", css_class, xml(text));
}

std::string name_in_color(std::string_view name) {
  if (std::ranges::find(kKeywords, name) != std::end(kKeywords)) return in_color('k', name);
  return is_of_cuda(name) ? in_color('g', name) : xml(name);
}

/// As many characters from the front as `belongs` accepts.
template <class Belongs>
std::size_t length_while(std::string_view text, Belongs belongs) {
  return std::size_t(std::ranges::find_if_not(text, belongs) - text.begin());
}

/// With its quotes, to its end or that of the line.
std::size_t length_of_text(std::string_view line) {
  std::size_t end = 1;
  while (end < line.size() && line[end] != line[0]) end += line[end] == '\\' ? 2 : 1;
  return std::min(end + 1, line.size());
}

/// A comment may go on in the next line.
std::string highlighted_line(std::string_view line, bool& in_comment) {
  std::string markup;
  const auto take = [&](std::size_t length) {
    const std::string_view piece = line.substr(0, length);
    line.remove_prefix(piece.size());
    return piece;
  };
  while (!line.empty()) {
    if (in_comment || line.starts_with("/*")) {
      const std::size_t end = line.find("*/", in_comment ? 0 : 2);
      in_comment = end == std::string_view::npos;
      markup += in_color('c', take(in_comment ? line.size() : end + 2));
    } else if (line.starts_with("//")) {
      markup += in_color('c', take(line.size()));
    } else if (line.front() == '"' || line.front() == '\'') {
      markup += in_color('s', take(length_of_text(line)));
    } else if (is_digit(line.front())) {
      markup +=
          in_color('n', take(length_while(line, [](char c) { return goes_on(c) || c == '.' || c == '\''; })));
    } else if (begins_name(line.front())) {
      markup += name_in_color(take(length_while(line, goes_on)));
    } else {  // at least one character, which may be the first of '/'
      const std::size_t plain = length_while(
          line.substr(1), [](char c) { return !goes_on(c) && c != '"' && c != '\'' && c != '/'; });
      markup += xml(take(1 + plain));
    }
  }
  return markup;
}

// ---- Excerpts --------------------------------------------------------------------------------------------

/// By line; of several at one line the labels are joined.
using Labels = std::map<int, std::string>;

Labels labels_of(const std::vector<MarkedLine>& marked) {
  Labels labels;
  for (const MarkedLine& mark : marked) {
    if (mark.line <= 0) continue;
    std::string& label = labels[mark.line];
    label += (label.empty() || mark.label.empty() ? "" : ", ") + mark.label;
  }
  return labels;
}

std::string item(const std::string& code, const std::string* label) {
  if (label == nullptr) return "<li>" + code + "</li>";
  return fmt::format("<li class=\"hit\" aria-current=\"true\">{}{}</li>", code,
                     label->empty() ? "" : "<b>" + xml(*label) + "</b>");
}

/// Empty if the last marked line is not in it.
std::string list_of(const Piece& piece, const Labels& labels) {
  if (int(piece.lines.size()) <= piece.last_wanted - piece.first) return {};
  std::string text = fmt::format("<ol class=\"code\" tabindex=\"0\" start=\"{}\" style=\"--first:{}\">",
                                 piece.first, piece.first - 1);
  for (std::size_t i = 0; i < piece.lines.size(); ++i) {
    const auto label = labels.find(piece.first + int(i));
    text += item(piece.lines[i], label == labels.end() ? nullptr : &label->second);
  }
  return text + "</ol>\n";
}

}  // namespace

std::vector<std::string> highlighted(const std::vector<std::string>& lines) {
  std::vector<std::string> markup;
  bool in_comment = false;
  for (const std::string& line : lines) markup.push_back(highlighted_line(line, in_comment));
  return markup;
}

std::vector<Piece> pieces_of(const Sources& sources, const std::string& file, const std::set<int>& wanted,
                             int around, int bridged) {
  std::vector<Piece> pieces;
  for (auto line = wanted.begin(); line != wanted.end();) {
    Piece& piece = pieces.emplace_back(Piece{std::max(1, *line - around), *line, {}});
    for (++line; line != wanted.end() && *line <= piece.last_wanted + bridged; ++line)
      piece.last_wanted = *line;
    piece.lines = highlighted(
        quote_lines(sources.submission, sources.unit, file, piece.first, piece.last_wanted + around));
  }
  return pieces;
}

std::string Excerpts::quote(const std::string& file, const std::vector<MarkedLine>& marked) {
  constexpr int kAround = 4, kBridged = 12;
  const Labels labels = labels_of(marked);
  std::set<int> lines;
  for (const auto& [line, label] : labels) lines.insert(line);
  std::string text;
  for (const Piece& piece : pieces_of(sources_, file, lines, kAround, kBridged))
    text += list_of(piece, labels);
  return shown_.insert(text).second ? text : "";
}

}  // namespace warpgrade::report::html
