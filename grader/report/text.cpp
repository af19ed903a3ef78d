// UTF-8 is decoded by hand here, since the standard library has nothing for invalid input.
#include "report/text.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpgrade::report {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Decoded {
  char32_t code = kReplacement;
  std::size_t length = 1;  ///< bytes taken
};

// One code point; an invalid, overlong or cut sequence is one replacement for one byte.
Decoded decode(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || bytes.size() < length) return {};
  char32_t code = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (overlong || surrogate || code > 0x10FFFF) return {};
  return {code, length};
}

bool may_print(char32_t code) {
  if (code == '\n' || code == '\t') return true;
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return false;  // C0, DEL, C1
  const bool direction = (code >= 0x200E && code <= 0x200F) || (code >= 0x202A && code <= 0x202E) ||
                         (code >= 0x2066 && code <= 0x2069);
  return !direction && code != 0xFFFE && code != 0xFFFF;
}

struct Transliteration {
  char32_t code;
  const char* ascii;
};

constexpr std::array kTransliterations = {
    Transliteration{U'–', "-"},   Transliteration{U'—', "-"},    Transliteration{U'·', "*"},
    Transliteration{U'…', "..."}, Transliteration{U'≤', "<="},   Transliteration{U'≥', ">="},
    Transliteration{U'×', "x"},   Transliteration{U'Σ', "sum "}, Transliteration{U'⌈', "ceil("},
    Transliteration{U'⌉', ")"},   Transliteration{U'‘', "'"},    Transliteration{U'’', "'"},
    Transliteration{U'“', "\""},  Transliteration{U'”', "\""},   Transliteration{U'→', "->"},
    Transliteration{U'−', "-"},   Transliteration{U'ä', "ae"},   Transliteration{U'ö', "oe"},
    Transliteration{U'ü', "ue"},  Transliteration{U'é', "e"},    Transliteration{U'µ', "u"},
};

// The bytes of a terminal's control sequence (ESC [ parameters letter) at the start of `text`; 0 if none.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2 || text[0] != '\x1b' || text[1] != '[') return 0;
  const std::size_t last = text.find_first_not_of("0123456789:;<=>? ", 2);
  return last == std::string_view::npos ? text.size() : last + 1;
}

void wrap_line(std::string_view line, std::size_t width, std::vector<std::string>& lines) {
  std::string current;
  std::size_t begin = 0;
  while (begin < line.size()) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    if (!current.empty() && display_width(current) + 1 + display_width(word) > width) {
      lines.push_back(std::move(current));
      current.clear();
    }
    if (!current.empty()) current += ' ';
    current += word;
  }
  lines.push_back(std::move(current));
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    if (const std::size_t escape = escape_length(bytes); escape > 0) {
      bytes.remove_prefix(escape);
      continue;
    }
    const auto [code, length] = decode(bytes);
    if (code == kReplacement && length == 1)
      text += "\uFFFD";
    else if (may_print(code))
      text += bytes.substr(0, length);
    bytes.remove_prefix(length);
  }
  return text;
}

std::string json_text(const nlohmann::json& json, int indent) {
  const std::string dumped =
      json.dump(indent, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
  std::string text;
  text.reserve(dumped.size());
  for (std::string_view rest = dumped; !rest.empty();) {
    const auto [code, length] = decode(rest);
    if (may_print(code))
      text += rest.substr(0, length);
    else if (code < 0x10000)
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    else  // two halves, as JSON wants it
      text += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((unsigned(code) - 0x10000) >> 10),
                          0xdc00 + (unsigned(code) & 0x3ff));
    rest.remove_prefix(length);
  }
  return text + "\n";
}

std::string xml(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string xml_attribute(std::string_view text) {
  std::string result;
  for (const char c : xml(text)) result += c == '\n' ? "&#xA;" : c == '\t' ? "&#x9;" : std::string(1, c);
  return result;
}

std::string to_ascii(std::string_view utf8) {
  std::string text;
  text.reserve(utf8.size());
  while (!utf8.empty()) {
    const auto [code, length] = decode(utf8);
    if (code < 0x80) {
      text += static_cast<char>(code);
    } else {
      const char* ascii = "?";
      for (const Transliteration& entry : kTransliterations) {
        if (entry.code == code) ascii = entry.ascii;
      }
      text += ascii;
    }
    utf8.remove_prefix(length);
  }
  return text;
}

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  while (!utf8.empty()) {
    const std::size_t escape = escape_length(utf8);
    if (escape == 0) ++width;
    utf8.remove_prefix(escape > 0 ? escape : decode(utf8).length);
  }
  return width;
}

std::string fit(std::string_view utf8, std::size_t width) {
  if (display_width(utf8) <= width) return std::string(utf8);
  std::string text;
  for (std::size_t taken = 0; taken + 1 < width && !utf8.empty(); ++taken) {
    const std::size_t length = decode(utf8).length;
    text += utf8.substr(0, length);
    utf8.remove_prefix(length);
  }
  return text + "…";
}

std::string pad_right(std::string text, std::size_t width) {
  const std::size_t taken = display_width(text);
  if (taken < width) text.append(width - taken, ' ');
  return text;
}

std::string pad_left(std::string text, std::size_t width) {
  const std::size_t taken = display_width(text);
  if (taken < width) text.insert(0, width - taken, ' ');
  return text;
}

std::string without_tabs(std::string_view line) {
  std::string text;
  for (const char c : line) {
    if (c == '\t')
      text.append(4, ' ');
    else
      text += c;
  }
  return text;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string reflow(std::string_view text) {
  std::string result;
  bool in_paragraph = false;
  for (const std::string_view line : split_lines(text)) {
    if (line.find_first_not_of(' ') == std::string_view::npos) {
      if (in_paragraph) result += "\n\n";
      in_paragraph = false;
      continue;
    }
    if (in_paragraph) result += ' ';
    result += line;
    in_paragraph = true;
  }
  return result;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(text)) wrap_line(line, width, lines);
  return lines;
}

std::vector<std::string> wrap_source(std::string_view line, std::size_t width, std::size_t most) {
  constexpr std::size_t none = std::string_view::npos, kFurtherRight = 4;
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  std::vector<std::string> lines;
  std::string rest(line);
  while (display_width(rest) > width && lines.size() + 1 < most) {
    std::size_t end = none;  // of what fits
    for (std::size_t at = rest.find(' ', rest.find_first_not_of(' ')); at != none;
         at = rest.find(' ', at + 1))
      if (display_width(std::string_view(rest).substr(0, at)) <= width) end = at;
    const std::size_t next = end == none ? none : rest.find_first_not_of(' ', end);
    if (next == none) break;
    lines.push_back(rest.substr(0, end));
    rest = std::string(indent + kFurtherRight, ' ') + rest.substr(next);
  }
  lines.push_back(fit(rest, width));
  return lines;
}

std::string shown_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error || !fs::path(path).is_absolute()) return printable(path);
  const fs::path relative = fs::path(path).lexically_relative(here);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return printable(inside ? relative.string() : path);
}

std::string number(double value) {
  if (!std::isfinite(value)) return "?";
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string counted(std::size_t count, std::string_view singular) {
  return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

}  // namespace warpgrade::report
