#include "report/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "report/bench_text.hpp"

namespace warpgrade::report {

double Scale::operator()(double value) const {
  return from + (to - from) * std::log2(value / low) / std::log2(high / low);
}

double power_of_two_below(double value) { return std::exp2(std::floor(std::log2(value))); }
double power_of_two_above(double value) { return std::exp2(std::ceil(std::log2(value))); }

std::vector<double> powers_of_two(const Scale& scale) {
  std::vector<double> powers;
  const long last = std::lround(std::floor(std::log2(scale.high)));
  for (long exponent = std::lround(std::ceil(std::log2(scale.low))); exponent <= last; ++exponent)
    powers.push_back(std::exp2(double(exponent)));
  return powers;
}

std::string power_name(std::uint64_t n) {
  constexpr std::array digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const std::string plain = size_name(n);
  const std::size_t caret = plain.find('^');
  std::string name = plain.substr(0, caret);
  if (caret != std::string::npos)
    for (const char digit : plain.substr(caret + 1)) name += digits[std::size_t(digit - '0')];
  return name;
}

void place(std::vector<Label>& labels, double top, double bottom, double distance) {
  std::ranges::stable_sort(labels, {}, &Label::y);
  double next = top;
  for (Label& label : labels) {
    label.placed = std::max(label.y, next);
    next = label.placed + distance;
  }
  double last = bottom;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    label->placed = std::min(label->placed, last);
    last = label->placed - distance;
  }
}

}  // namespace warpgrade::report
