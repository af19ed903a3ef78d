// A small plot over n, with powers of two at equal distances on both axes. Its colours are those of the page.
#pragma once

#include <string>
#include <vector>

#include "report/svg.hpp"

namespace warpgrade::report::html {

struct ChartLine {
  std::string name;                   ///< at its right end
  std::string css_class;              ///< mine, limit, other: see page.css
  std::vector<Point> values;          ///< n and figure; what is not above zero has no place on these axes
  std::vector<Point> intervals = {};  ///< of each value the low and the high end; empty: it has none
};

/// Empty where less than two sizes have figures. `title` and `description` are read out.
std::string log_chart(const std::string& title, const std::string& description, const std::string& unit,
                      std::vector<ChartLine> lines);

}  // namespace warpgrade::report::html
