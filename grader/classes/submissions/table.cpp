#include "classes/submissions/table.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/submissions/names.hpp"
#include "classes/submissions/pile.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {

Table::Table(const std::filesystem::path& file) : file_(file) {
  if (!std::filesystem::is_regular_file(file))
    throw PileError(fmt::format("{}: there is no such file", file.string()));
  auto text = system::file_text(file);
  if (!text) throw PileError(fmt::format("{}: it can't be read", file.string()));
  try {
    rows_ = read_csv(std::move(*text));
  } catch (const CsvError& error) {
    fail(error.line(), error.what());
  }
  if (rows_.empty()) fail(1, "the table is empty: its first line names the columns");
  header_ = std::move(rows_.front().cells);
  rows_.erase(rows_.begin());
  for (const CsvRow& row : rows_)
    for (std::size_t i = header_.size(); i < row.cells.size(); ++i)
      if (!row.cells[i].empty())
        fail(row.line,
             fmt::format("there are {} cells, but only {} columns", row.cells.size(), header_.size()));
}

std::vector<std::size_t> Table::columns(std::initializer_list<std::string_view> names) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < header_.size(); ++i)
    if (std::ranges::count(names, squashed(header_[i])) > 0) found.push_back(i);
  return found;
}

std::string Table::header() const { return printable(fmt::format("{}", fmt::join(header_, ", "))); }

std::string Table::cell(const CsvRow& row, std::size_t column) {
  if (column >= row.cells.size()) return "";
  const std::string text = printable(row.cells[column]);
  const std::size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == text.npos ? "" : text.substr(begin, end + 1 - begin);
}

std::string Table::cell(const CsvRow& row, const std::vector<std::size_t>& columns) {
  for (const std::size_t column : columns)
    if (std::string text = cell(row, column); !text.empty()) return text;
  return "";
}

void Table::fail(int line, const std::string& what) const {
  throw PileError(fmt::format("{}:{}: {}", file_.string(), line, what));
}

}  // namespace warpgrade::classes
