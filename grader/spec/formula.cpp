// Recursive descent that evaluates as it reads: a formula is short, and read for a few n only.
#include "spec/formula.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace warpgrade::spec {
namespace {

constexpr std::size_t kMaxLength = 200;  // bounds the recursion too

constexpr std::array kNames{"log2", "ceil", "floor", "n"};

/// What people type or paste, in the characters of this grammar.
std::string in_ascii(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kSigns{{{"·", "*"},
                                                                                         {"×", "*"},
                                                                                         {"−", "-"},
                                                                                         {"–", "-"},
                                                                                         {"÷", "/"},
                                                                                         {"⌈", "ceil("},
                                                                                         {"⌉", ")"},
                                                                                         {"⌊", "floor("},
                                                                                         {"⌋", ")"},
                                                                                         {"²", "^2"},
                                                                                         {"³", "^3"},
                                                                                         {"₂", "2"},
                                                                                         {"\t", " "},
                                                                                         {"\u00a0", " "}}};
  std::string plain(text);
  for (const auto& [sign, ascii] : kSigns)
    for (std::size_t at = 0; (at = plain.find(sign, at)) != plain.npos; at += ascii.size())
      plain.replace(at, sign.size(), ascii);
  for (char& c : plain) c = char(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

class Parser {
 public:
  Parser(std::string text, std::optional<double> n) : text_(std::move(text)), n_(n) {}

  double parse() {
    const double value = sum();
    if (peek() != '\0') fail_at_next();
    return value;
  }

 private:
  double sum() {
    double value = product();
    while (peek() == '+' || peek() == '-') value += take() == '+' ? product() : -product();
    return value;
  }

  double product() {
    double value = factor();
    bool divided = false;
    for (;;) {
      if (peek() == '*') {
        take();
        value *= factor();
      } else if (peek() == '/') {
        take();
        value /= factor();
        divided = true;
      } else if (starts_name() || peek() == '(') {
        if (divided) throw FormulaError("behind a division the product needs a *: write n/(2*n), or (n/2)*n");
        value *= factor();
      } else {
        return value;
      }
    }
  }

  double factor() {
    if (peek() == '-') {
      take();
      return -factor();
    }
    const double base = primary();
    if (peek() != '^') return base;
    take();
    return std::pow(base, factor());
  }

  double primary() {
    const char c = peek();
    if (c == '(') return in_parentheses();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return literal();
    if (starts_name()) return named();
    fail_at_next();
  }

  double in_parentheses() {
    take();
    const double value = sum();
    if (peek() != ')') throw FormulaError("a parenthesis is not closed: add a )");
    take();
    return value;
  }

  double named() {
    const std::string name = take_name();
    if (name == "n") {
      if (!n_) throw FormulaError("the answer is a number, without n");
      return *n_;
    }
    const double argument = argument_of(name);
    if (name == "ceil") return std::ceil(argument - kRounding);
    if (name == "floor") return std::floor(argument + kRounding);
    return std::log2(argument);
  }

  /// In parentheses, or one n or number with nothing behind it that could belong to it as well.
  double argument_of(const std::string& name) {
    if (peek() == '(') return in_parentheses();
    if (peek() == '\0') throw FormulaError(fmt::format("{0} of what? Write {0}(n)", name));
    const double argument = primary();
    if (peek() == '^' || peek() == '(' || starts_name())
      throw FormulaError(fmt::format("put parentheses behind {0}, as in {0}(n)^2 or {0}(2n)", name));
    return argument;
  }

  /// 12, 0.5, 1,024 and 1_024. A comma separates groups of three digits only.
  double literal() {
    std::string digits;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '_' || (c == ',' && is_group(at_ + 1))) {
        ++at_;
      } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') {
        digits += c;
        ++at_;
      } else {
        break;
      }
    }
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
      throw FormulaError(fmt::format("'{}' is not a number", digits));
    return value;
  }

  bool is_group(std::size_t begin) const {
    const auto is_digit = [&](std::size_t i) {
      return i < text_.size() && std::isdigit(static_cast<unsigned char>(text_[i])) != 0;
    };
    return is_digit(begin) && is_digit(begin + 1) && is_digit(begin + 2) && !is_digit(begin + 3);
  }

  std::string take_name() {
    for (const std::string_view name : kNames) {
      if (text_.compare(at_, name.size(), name) != 0) continue;
      at_ += name.size();
      return std::string(name);
    }
    std::size_t end = at_;
    while (end < text_.size() && std::isalnum(static_cast<unsigned char>(text_[end])) != 0) ++end;
    const std::string word = text_.substr(at_, end - at_);
    if (word.starts_with("log") || word == "lg" || word == "ld" || word == "ln")
      throw FormulaError("write log2 for the logarithm to the base 2");
    throw FormulaError(
        fmt::format("'{}' is not known here: a formula has n, numbers, log2, ceil and floor", word));
  }

  bool starts_name() { return std::isalpha(static_cast<unsigned char>(peek())) != 0; }

  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  char take() {
    const char c = peek();
    ++at_;
    return c;
  }

  [[noreturn]] void fail_at_next() {
    if (peek() == '\0') throw FormulaError("the formula ends too early: something is missing at its end");
    throw FormulaError(fmt::format("'{}' is not expected here", text_.substr(at_)));
  }

  // log2 of a power of two may be off by a rounding, and its ceiling must not be.
  static constexpr double kRounding = 1e-9;

  std::string text_;
  std::optional<double> n_;
  std::size_t at_ = 0;
};

}  // namespace

double evaluate_formula(std::string_view text, std::optional<double> n) {
  if (text.size() > kMaxLength) throw FormulaError("that is too long for a formula");
  const double value = Parser(in_ascii(text), n).parse();
  if (std::isfinite(value)) return value;
  throw FormulaError(n ? fmt::format("it has no value at n = {}", *n) : "it has no value");
}

std::string canonical_number(double value) {
  std::string text = fmt::format("{:.9g}", value);
  return text == "-0" ? "0" : text;
}

}  // namespace warpgrade::spec
