#include "report/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "report/columns.hpp"

namespace warpgrade::report {
namespace {

// ---- A small plot over n ---------------------------------------------------------------------------------

constexpr double kWidth = 320, kHeight = 190, kLeft = 34, kRight = 62, kTop = 20, kBottom = 22;
constexpr double kLabelHeight = 12;
constexpr std::size_t kMostMarks = 4;

void keep_what_has_a_place(ChartLine& line) {
  ChartLine kept{line.name, line.css_class, {}, {}};
  for (std::size_t i = 0; i < line.values.size(); ++i) {
    const Point& point = line.values[i];
    if (!(point.x > 0 && point.y > 0 && std::isfinite(point.y))) continue;
    kept.values.push_back(point);
    if (i < line.intervals.size()) kept.intervals.push_back(line.intervals[i]);
  }
  line = std::move(kept);
}

/// From the power of two below the least value to the one above the greatest.
Scale scale_of(const std::vector<ChartLine>& lines, double Point::*axis, double from, double to) {
  double low = INFINITY, high = 0;
  for (const ChartLine& line : lines)
    for (const Point& point : line.values) {
      low = std::min(low, point.*axis);
      high = std::max(high, point.*axis);
    }
  low = power_of_two_below(low);
  return {low, std::max(power_of_two_above(high), 2 * low), from, to};
}

/// As many powers of two as there is room for.
std::vector<double> marks(const Scale& scale) {
  const std::vector<double> all = powers_of_two(scale);
  const std::size_t step = (all.size() + kMostMarks - 1) / kMostMarks;
  std::vector<double> some;
  for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
  return some;
}

std::string mark_name(double value) {
  return value >= 1 ? power_name(std::uint64_t(value)) : "1/" + power_name(std::uint64_t(1 / value));
}

void draw_axes(Svg& svg, const Scale& x, const Scale& y, const std::string& unit) {
  std::vector<std::vector<Point>> grid;
  for (const double value : marks(y)) {
    grid.push_back({{x.from, y(value)}, {x.to, y(value)}});
    svg.classed_text("e", {x.from - 5, y(value) + 4}, mark_name(value));
  }
  for (const double n : marks(x)) {
    grid.push_back({{x(n), y.from}, {x(n), y.to}});
    svg.classed_text("m", {x(n), y.from + 14}, mark_name(n));
  }
  svg.classed_lines("g", grid);
  svg.classed_text("", {x.to + 18, y.from + 14}, "n");
  svg.classed_text("", {2, 11}, unit);
}

}  // namespace

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

std::string log_chart(const std::string& title, const std::string& description, const std::string& unit,
                      std::vector<ChartLine> lines) {
  for (ChartLine& line : lines) keep_what_has_a_place(line);
  std::erase_if(lines, [](const ChartLine& line) { return line.values.empty(); });
  const auto has_two = [](const ChartLine& line) { return line.values.back().x > line.values.front().x; };
  if (std::ranges::none_of(lines, has_two)) return {};
  const Scale x = scale_of(lines, &Point::x, kLeft, kWidth - kRight);
  const Scale y = scale_of(lines, &Point::y, kHeight - kBottom, kTop);
  Svg svg(kWidth, kHeight);
  draw_axes(svg, x, y, unit);
  std::vector<Label> labels;
  for (const ChartLine& line : lines) {
    std::vector<Point> points;
    for (const Point& value : line.values) points.push_back({std::round(x(value.x)), std::round(y(value.y))});
    svg.classed_lines(line.css_class, {points});
    if (line.css_class == "mine") svg.classed_dots("mine dot", points);
    std::vector<std::vector<Point>> intervals;
    for (std::size_t i = 0; i < line.intervals.size(); ++i)
      intervals.push_back({{points[i].x, y(line.intervals[i].x)}, {points[i].x, y(line.intervals[i].y)}});
    if (!intervals.empty()) svg.classed_lines(line.css_class, intervals);
    labels.push_back({points.back().y, line.name, line.css_class});
  }
  place(labels, y.to + 4, y.from, kLabelHeight);
  for (const Label& label : labels) svg.classed_text(label.look, {x.to + 7, label.placed + 4}, label.text);
  return svg.embedded(title, description);
}

}  // namespace warpgrade::report
