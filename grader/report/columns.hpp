// A table of text, laid out column by column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::report {

struct Column {
  std::string title;
  std::vector<std::string> cells;
  bool left = false;
};

/// Title and cells, all as wide as the widest of them.
std::vector<std::string> padded(const Column& column);
/// Titles and rows, a line each, without blanks at the end. All columns have as many cells.
std::vector<std::string> lines_of(const std::vector<Column>& columns);
/// The same as text, indented as tables under a task are.
std::string laid_out(const std::vector<Column>& columns);

/// Columns that the widest line takes.
std::size_t widest_line(std::string_view text);

/// "3 / 4"; empty where nothing is scored, as when a single case was asked for.
std::string points(double score, double max);

/// 2^28, or the number itself.
std::string size_name(std::uint64_t n);
/// Enough decimals for four digits of what GPUs need: 0.0430, 1.234, 12.34. `scale`: the value that decides
/// how many decimals.
std::string ms_text(double ms, double scale);

}  // namespace warpgrade::report
