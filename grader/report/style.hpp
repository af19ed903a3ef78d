// Colours and marks of the human report.
#pragma once

#include <string>
#include <string_view>

#include "model/verdict.hpp"

namespace warpgrade::report {

/// How a verdict looks: a pass; what is not the student's fault, or not begun; a student's failure.
enum class Tone { good, open, bad };
Tone tone_of(Verdict verdict);

class Style {
 public:
  Style(bool color, bool unicode) : color_(color), unicode_(unicode) {}

  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string dim(std::string_view text) const { return paint("2", text); }
  std::string good(std::string_view text) const { return paint("32", text); }
  std::string bad(std::string_view text) const { return paint("31", text); }
  /// Green for a pass, red for a student's failure, yellow for what is not their fault or not begun.
  std::string in_color_of(Verdict verdict, std::string_view text) const;
  std::string mark(Verdict verdict) const;  ///< one column: ✓ ✗ ○ … !

 private:
  std::string paint(const char* code, std::string_view text) const;
  bool color_, unicode_;
};

/// "wrong answer": a verdict's name as prose.
std::string in_words(Verdict verdict);
std::string in_words(std::string_view name);  ///< of a verdict or of a kind of finding

}  // namespace warpgrade::report
