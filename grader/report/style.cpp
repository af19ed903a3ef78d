// ANSI colours; the marks in Unicode and in ASCII.
#include "report/style.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpgrade::report {

std::string Style::paint(const char* code, std::string_view text) const {
  return color_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

Tone tone_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass: return Tone::good;
    case Verdict::not_started:
    case Verdict::not_run:
    case Verdict::grader_error: return Tone::open;
    default: return Tone::bad;
  }
}

std::string Style::in_color_of(Verdict verdict, std::string_view text) const {
  switch (tone_of(verdict)) {
    case Tone::good: return paint("32", text);
    case Tone::open: return paint("33", text);
    default: return paint("31", text);
  }
}

std::string Style::mark(Verdict verdict) const {
  switch (verdict) {
    case Verdict::pass: return unicode_ ? "✓" : "+";
    case Verdict::not_started: return unicode_ ? "○" : "o";
    case Verdict::not_run: return unicode_ ? "…" : ".";
    case Verdict::grader_error: return "!";
    default: return unicode_ ? "✗" : "x";
  }
}

std::string in_words(Verdict verdict) { return in_words(to_string(verdict)); }

std::string in_words(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace warpgrade::report
