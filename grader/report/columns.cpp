#include "report/columns.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "report/failure.hpp"
#include "report/text.hpp"

namespace warpgrade::report {

std::vector<std::string> padded(const Column& column) {
  std::vector<std::string> cells = column.cells;
  cells.insert(cells.begin(), column.title);
  std::size_t width = 0;
  for (const std::string& cell : cells) width = std::max(width, display_width(cell));
  for (std::string& cell : cells) cell = column.left ? pad_right(cell, width) : pad_left(cell, width);
  return cells;
}

std::vector<std::string> lines_of(const std::vector<Column>& columns) {
  std::vector<std::string> lines(1 + columns.front().cells.size());
  for (const Column& column : columns) {
    const std::vector<std::string> cells = padded(column);
    for (std::size_t row = 0; row < lines.size(); ++row)
      lines[row] += (&column == &columns.front() ? "" : "  ") + cells[row];
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

std::string laid_out(const std::vector<Column>& columns) {
  std::string text;
  for (const std::string& line : lines_of(columns)) text += std::string(kTableIndent, ' ') + line + "\n";
  return text;
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  for (const std::string_view line : split_lines(text)) widest = std::max(widest, display_width(line));
  return widest;
}

std::string points(double score, double max) {
  return max == 0 ? "" : fmt::format("{} / {}", number(score), number(max));
}

std::string size_name(std::uint64_t n) {
  if (n >= 1024 && std::has_single_bit(n)) return fmt::format("2^{}", std::countr_zero(n));
  return fmt::format("{}", n);
}

std::string ms_text(double ms, double scale) {
  const int decimals = scale < 1 ? 4 : scale < 10 ? 3 : scale < 100 ? 2 : 1;
  return fmt::format("{:.{}f}", ms, decimals);
}

}  // namespace warpgrade::report
