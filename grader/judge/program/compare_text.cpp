#include "judge/program/compare_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

constexpr std::size_t kQuoted = 200;  // of a line

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Where a number ends may stand punctuation: "12.5," is 12.5 and a comma.
struct Number {
  double value;
  std::string_view rest;
};

std::optional<Number> number_of(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (end == word.c_str()) return std::nullopt;
  return Number{value, std::string_view(word).substr(std::size_t(end - word.c_str()))};
}

bool is_near(double got, double right, double tolerance) {
  if (std::isnan(right)) return std::isnan(got);
  return got == right || std::abs(got - right) <= tolerance * std::max(1.0, std::abs(right));
}

bool is_same(const std::string& got, const std::string& right, double tolerance) {
  if (got == right) return true;
  if (tolerance == 0) return false;
  const auto a = number_of(got), b = number_of(right);
  return a && b && a->rest == b->rest && is_near(a->value, b->value, tolerance);
}

auto words_are_near(double tolerance) {
  return [tolerance](const std::string& x, const std::string& y) { return is_same(x, y, tolerance); };
}

bool is_same_line(const std::string& got, const std::string& right, double tolerance) {
  return got == right || std::ranges::equal(words_of(got), words_of(right), words_are_near(tolerance));
}

std::string quoted(const std::string& line) {
  return line.size() <= kQuoted ? fmt::format("'{}'", line) : fmt::format("'{}…'", line.substr(0, kQuoted));
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  while (!lines.empty() && lines.back().find_first_not_of(" \t") == std::string::npos) lines.pop_back();
  return lines;
}

bool holds(const std::string& line, const std::string& wanted, double tolerance) {
  if (line.find(wanted) != std::string::npos) return true;
  const std::vector<std::string> words = words_of(line), right = words_of(wanted);
  return tolerance > 0 && !std::ranges::search(words, right, words_are_near(tolerance)).empty();
}

std::optional<std::string> first_difference_of_text(std::string_view got, std::string_view right,
                                                    double tolerance, std::string_view what) {
  const std::vector<std::string> a = lines_of(got), b = lines_of(right);
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size()) return fmt::format("{} {} is missing: expected {}.", what, i + 1, quoted(b[i]));
    if (i >= b.size())
      return fmt::format("{} {} is {}, after the last line that is expected.", what, i + 1, quoted(a[i]));
    if (!is_same_line(a[i], b[i], tolerance))
      return fmt::format("{} {} is {}; expected {}.", what, i + 1, quoted(a[i]), quoted(b[i]));
  }
  return std::nullopt;
}

}  // namespace warpgrade::judge
