// ANSI colours; the marks in Unicode and in ASCII.
#include "report/style.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpgrade::report {

std::string Style::paint(const char* code, std::string_view text) const {
  return color_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

Tone tone_of(Verdict verdict) {
  if (verdict == Verdict::pass) return Tone::good;
  return traits(verdict).is_open ? Tone::open : Tone::bad;
}

std::string Style::in_color_of(Verdict verdict, std::string_view text) const {
  switch (tone_of(verdict)) {
    case Tone::good: return paint("32", text);
    case Tone::open: return paint("33", text);
    default: return paint("31", text);
  }
}

std::string Style::mark(Verdict verdict) const {
  return std::string(unicode_ ? traits(verdict).mark : traits(verdict).ascii_mark);
}

std::string in_words(Verdict verdict) { return in_words(to_string(verdict)); }

std::string in_words(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace warpgrade::report
