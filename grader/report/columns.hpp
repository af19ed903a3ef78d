// A table of text, laid out column by column.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::report {

struct Column {
  std::string title;
  std::vector<std::string> cells;
  bool left = false;
};

std::size_t width_of(const std::vector<Column>& columns);
/// Headings and rows, indented as tables under a task are. All columns have as many cells.
std::string laid_out(const std::vector<Column>& columns);

/// 2^28, or the number itself.
std::string size_text(std::uint64_t n);
/// Enough decimals for four digits of what GPUs need: 0.0430, 1.234, 12.34. `scale`: the value that decides
/// how many decimals.
std::string ms_text(double ms, double scale);

}  // namespace warpgrade::report
