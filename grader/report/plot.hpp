// What plots with logarithmic axes are made of: scales, their marks, and names beside the lines; and a small
// plot over n.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/svg.hpp"

namespace warpgrade::report {

/// Powers of two at equal distances.
struct Scale {
  double low = 1, high = 2;  ///< values
  double from = 0, to = 1;   ///< pixels
  double operator()(double value) const;
};

double power_of_two_below(double value);
double power_of_two_above(double value);
/// The powers of two that a scale shows.
std::vector<double> powers_of_two(const Scale& scale);

/// 2²⁸; other numbers and small powers as they are.
std::string power_name(std::uint64_t n);

/// The name of a line, beside its end.
struct Label {
  double y = 0;  ///< of what it names
  std::string text;
  std::string look;  ///< its colour, or its class in a style sheet
  double placed = 0;
};

/// Moves labels apart by `distance`, each as little as its neighbours allow.
void place(std::vector<Label>& labels, double top, double bottom, double distance);

struct ChartLine {
  std::string name;                   ///< at its right end
  std::string css_class;              ///< mine, limit, other: see page.css
  std::vector<Point> values;          ///< n and figure; what is not above zero has no place on these axes
  std::vector<Point> intervals = {};  ///< of each value the low and the high end; empty: it has none
};

/// A plot with powers of two at equal distances on both axes. Its colours are those of the page. Empty where
/// less than two sizes have figures. `title` and `description` are read out.
std::string log_chart(const std::string& title, const std::string& description, const std::string& unit,
                      std::vector<ChartLine> lines);

}  // namespace warpgrade::report
