#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "classes/page/sections.hpp"
#include "report/html/elements.hpp"
#include "report/svg.hpp"
#include "report/text.hpp"

namespace warpgrade::classes {
namespace {

using report::number;

constexpr int kBars = 10;
constexpr double kWidth = 340, kHeight = 170, kLeft = 10, kTop = 22, kBottom = 38;

/// Of those who handed in something that could be graded.
std::vector<double> totals(const Gradebook& book) {
  std::vector<double> totals;
  for (const Grade& grade : book.grades)
    if (const auto total = grade.total(); total && !grade.attempt.empty()) totals.push_back(*total);
  std::ranges::sort(totals);
  return totals;
}

double most_points(const Gradebook& book) {
  double most = 0;
  if (!book.grades.empty())
    for (const double points : book.grades.front().most) most += points;
  return most;
}

/// The last bar holds who has all points.
std::vector<std::size_t> counts(const std::vector<double>& totals, double most) {
  std::vector<std::size_t> counts(kBars);
  for (const double total : totals)
    ++counts[std::size_t(std::clamp(int(std::floor(total / most * kBars)), 0, kBars - 1))];
  return counts;
}

std::string histogram(const std::vector<double>& totals, double most) {
  const std::vector<std::size_t> count = counts(totals, most);
  const double highest = double(std::ranges::max(count)), width = (kWidth - 2 * kLeft) / kBars;
  const double floor = kHeight - kBottom;
  report::Svg svg(kWidth, kHeight);
  std::string told;
  for (int i = 0; i < kBars; ++i) {
    const double height = (floor - kTop) * double(count[std::size_t(i)]) / highest;
    const double left = kLeft + i * width;
    const std::string range =
        fmt::format("{} to {}", number(most * i / kBars), number(most * (i + 1) / kBars));
    if (count[std::size_t(i)] > 0) {
      svg.classed_rectangle("count", {left + 1, floor - height}, width - 2, height, 2,
                            fmt::format("{} points: {}", range, count[std::size_t(i)]));
      svg.classed_text("m", {left + width / 2, floor - height - 5}, fmt::format("{}", count[std::size_t(i)]));
    }
    svg.classed_text("m", {left, floor + 15}, number(most * i / kBars));
    told += fmt::format("{}: {}. ", range, count[std::size_t(i)]);
  }
  svg.classed_text("e", {kWidth - 2, floor + 15}, number(most));
  svg.classed_lines("g", {{{kLeft, floor}, {kWidth - kLeft, floor}}});
  svg.classed_text("m", {kWidth / 2, kHeight - 6}, "points");
  return svg.embedded("How many students have how many points", told);
}

}  // namespace

double percentile(const std::vector<double>& sorted, double percent) {
  const auto rank = std::size_t(std::ceil(percent / 100 * double(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

std::string distribution(const ClassPage& page) {
  const std::vector<double> all = totals(page.book);
  const double most = most_points(page.book);
  if (all.empty() || most == 0) return {};
  const std::string words =
      fmt::format("{} of {} points are the median of {}; a quarter has at most {}, a quarter at least {}.",
                  number(percentile(all, 50)), number(most), report::counted(all.size(), "student"),
                  number(percentile(all, 25)), number(percentile(all, 75)));
  return titled("distribution", "How many points",
                report::html::paragraph(words) + "<div class=\"histogram\">" + histogram(all, most) +
                    "</div>\n" +
                    report::html::paragraph("Students who handed in nothing, or whose work could not be "
                                            "graded, are not among them.",
                                            "quiet"));
}

}  // namespace warpgrade::classes
