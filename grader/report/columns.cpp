#include "report/columns.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "report/failure.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr std::size_t kGap = 2;

std::size_t width_of(const Column& column) {
  std::size_t width = display_width(column.title);
  for (const std::string& cell : column.cells) width = std::max(width, display_width(cell));
  return width;
}

}  // namespace

std::size_t width_of(const std::vector<Column>& columns) {
  std::size_t width = kTableIndent - kGap;
  for (const Column& column : columns) width += kGap + width_of(column);
  return width;
}

std::string laid_out(const std::vector<Column>& columns) {
  const std::size_t rows = columns.front().cells.size();
  std::vector<std::string> lines(rows + 1, std::string(kTableIndent - kGap, ' '));
  for (const Column& column : columns) {
    const std::size_t width = width_of(column);
    for (std::size_t row = 0; row <= rows; ++row) {
      const std::string& text = row == 0 ? column.title : column.cells[row - 1];
      lines[row] += std::string(kGap, ' ') + (column.left ? pad_right(text, width) : pad_left(text, width));
    }
  }
  std::string text;
  for (std::string& line : lines) text += line.erase(line.find_last_not_of(' ') + 1) + "\n";
  return text;
}

std::string size_text(std::uint64_t n) {
  if (n >= 1024 && std::has_single_bit(n)) return fmt::format("2^{}", std::countr_zero(n));
  return fmt::format("{}", n);
}

std::string ms_text(double ms, double scale) {
  const int decimals = scale < 1 ? 4 : scale < 10 ? 3 : scale < 100 ? 2 : 1;
  return fmt::format("{:.{}f}", ms, decimals);
}

}  // namespace warpgrade::report
