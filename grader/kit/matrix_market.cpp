#include "kit/matrix_market.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

namespace warpgrade::kit {
namespace {

struct Element {
  std::uint32_t row, column;
  double value;
};

class Reader {
 public:
  Reader(std::string_view text, std::string name) : text_(std::string(text)), name_(std::move(name)) {}

  std::vector<Element> read(SparseMatrix& matrix) {
    read_header();
    std::uint64_t count = 0;
    read_size(matrix, count);
    std::vector<Element> elements;
    while (next_line()) {
      if (elements.size() == count) fail(fmt::format("more elements than the {} of the size line", count));
      elements.push_back(read_element(matrix));
    }
    if (elements.size() != count)
      fail(fmt::format("the file ends after {} of {} elements", elements.size(), count));
    if (symmetric_) mirror(elements);
    return elements;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(fmt::format("{}:{}: {}", name_, line_number_, what));
  }

  void read_header() {
    std::string line;
    std::getline(text_, line);
    line_number_ = 1;
    std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::tolower(c); });
    std::istringstream words(line);
    std::string banner, object, format, field, symmetry;
    words >> banner >> object >> format >> field >> symmetry;
    if (banner != "%%matrixmarket" || object != "matrix")
      fail("a Matrix Market file begins with \"%%MatrixMarket matrix\"");
    if (format != "coordinate") fail("the format must be \"coordinate\": one element a line");
    if (field != "real" && field != "integer" && field != "pattern")
      fail(fmt::format("elements must be real, integer or pattern, and not \"{}\"", field));
    if (symmetry != "general" && symmetry != "symmetric")
      fail(fmt::format("a matrix must be general or symmetric, and not \"{}\"", symmetry));
    pattern_ = field == "pattern";
    symmetric_ = symmetry == "symmetric";
  }

  /// Goes to the next line that is neither empty nor a comment. False at the end.
  bool next_line() {
    std::string line;
    while (std::getline(text_, line)) {
      ++line_number_;
      const std::size_t first = line.find_first_not_of(" \t\r");
      if (first == std::string::npos || line[first] == '%') continue;
      line_ = std::istringstream(line);
      return true;
    }
    return false;
  }

  void read_size(SparseMatrix& matrix, std::uint64_t& count) {
    constexpr std::int64_t kMost = 1 << 30;
    std::int64_t rows = 0, columns = 0, elements = 0;
    if (!next_line()) fail("the size line \"ROWS COLUMNS ELEMENTS\" is missing");
    if (!(line_ >> rows >> columns >> elements) || !at_end()) fail("expected \"ROWS COLUMNS ELEMENTS\"");
    if (std::min({rows, columns, elements}) < 0 || std::max({rows, columns, elements}) > kMost)
      fail(fmt::format("a size must lie between 0 and {}", kMost));
    if (symmetric_ && rows != columns) fail("a symmetric matrix has as many rows as columns");
    matrix.rows = std::uint32_t(rows);
    matrix.columns = std::uint32_t(columns);
    count = std::uint64_t(elements);
  }

  Element read_element(const SparseMatrix& matrix) {
    std::int64_t row = 0, column = 0;
    double value = 1;
    if (!(line_ >> row >> column) || (!pattern_ && !(line_ >> value)) || !at_end())
      fail(pattern_ ? "expected \"ROW COLUMN\"" : "expected \"ROW COLUMN VALUE\"");
    if (row < 1 || row > matrix.rows || column < 1 || column > matrix.columns)
      fail(fmt::format("({}, {}) lies outside of {} rows and {} columns, which count from 1", row, column,
                       matrix.rows, matrix.columns));
    if (symmetric_ && column > row)
      fail(fmt::format("({}, {}) lies above the diagonal: a symmetric file holds the lower half", row,
                       column));
    return {std::uint32_t(row - 1), std::uint32_t(column - 1), value};
  }

  bool at_end() {
    std::string rest;
    return !(line_ >> rest);
  }

  static void mirror(std::vector<Element>& elements) {
    for (std::size_t i = elements.size(); i-- > 0;)
      if (const Element e = elements[i]; e.row != e.column) elements.push_back({e.column, e.row, e.value});
  }

  std::istringstream text_, line_;
  std::string name_;
  int line_number_ = 0;
  bool pattern_ = false, symmetric_ = false;
};

}  // namespace

SparseMatrix read_matrix_market(std::string_view text, const std::string& name) {
  SparseMatrix matrix;
  std::vector<Element> elements = Reader(text, name).read(matrix);
  const auto place = [](const Element& e) { return std::pair(e.row, e.column); };
  std::sort(elements.begin(), elements.end(),
            [&](const auto& a, const auto& b) { return place(a) < place(b); });
  const auto twice = std::adjacent_find(elements.begin(), elements.end(),
                                        [&](const auto& a, const auto& b) { return place(a) == place(b); });
  if (twice != elements.end())
    throw std::runtime_error(
        fmt::format("{}: element ({}, {}) stands there twice", name, twice->row + 1, twice->column + 1));

  matrix.row_offsets.assign(matrix.rows + std::size_t(1), 0);
  for (const Element& e : elements) {
    ++matrix.row_offsets[e.row + 1];
    matrix.column_of.push_back(e.column);
    matrix.values.push_back(e.value);
  }
  for (std::uint32_t r = 0; r < matrix.rows; ++r) matrix.row_offsets[r + 1] += matrix.row_offsets[r];
  return matrix;
}

}  // namespace warpgrade::kit
