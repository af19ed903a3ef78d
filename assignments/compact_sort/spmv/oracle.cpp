// The truth of spmv: a loop over rows, in double precision. An `input` is a kind of matrix; n is the number
// of its rows.
//
// In all but two kinds the numbers are small integers other than 0: their sums are exact in any order, so
// nothing is tolerated, and a lost element shows however long its row is. In `random` and `bar` sums round:
// rows there have at most kLongestRoundedRow elements.
#include "kit/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "kit/dataset.hpp"
#include "kit/inputs.hpp"
#include "kit/matrix_market.hpp"

namespace {

using namespace warpgrade::kit;

constexpr std::uint64_t kLongestRoundedRow = 64;
constexpr std::uint64_t kLargestInt = std::numeric_limits<int>::max();  // Csr counts elements with an int

/// What a larger matrix, to be timed, is made from: strips of so many rows, which all have as many elements.
/// The columns of a strip lie as far to the right of those of the strip before as the rows lie below.
struct Strip {
  std::uint64_t rows = 0, elements = 0;
};

struct Problem {
  std::vector<std::uint32_t> row_offsets = {0}, columns;
  std::vector<float> values, x;
  bool rounds = false;
  Strip strip = {};
};

float small_integer(Random& random) {
  const auto size = float(1 + random.below(8));
  return random.coin() ? size : -size;
}

float unit(Random& random) { return float(2 * random.unit() - 1); }

/// A row of `length` elements in `width` columns, the first in any of them, the others evenly spread behind
/// it, so that no column comes twice. They stand in the order of their columns.
void add_row(Problem& p, std::uint64_t length, std::uint64_t width, Random& random,
             std::uint64_t first_column = 0) {
  length = std::min(length, width);
  const std::uint64_t first = length > 0 ? random.below(width) : 0;
  std::vector<std::uint32_t> row(length);
  for (std::uint64_t k = 0; k < length; ++k)
    row[k] = std::uint32_t(first_column + (first + k * (width / length)) % width);
  std::sort(row.begin(), row.end());
  p.columns.insert(p.columns.end(), row.begin(), row.end());
  for (std::uint64_t k = 0; k < length; ++k) p.values.push_back(small_integer(random));
  p.row_offsets.push_back(std::uint32_t(p.columns.size()));
}

void fill_x(Problem& p, std::uint64_t width, Random& random) {
  p.x.resize(width);
  for (float& x : p.x) x = small_integer(random);
}

/// A matrix with rows of these lengths, in as many columns as rows, or `width`.
Problem with_lengths(const std::vector<std::uint64_t>& lengths, std::uint64_t width, Random& random) {
  Problem p;
  for (const std::uint64_t length : lengths) add_row(p, length, width, random);
  fill_x(p, width, random);
  return p;
}

using Lengths = std::vector<std::uint64_t>;

/// 0 to 15 elements a row, and numbers whose sums round.
Problem random_rows(std::uint64_t n, Random& random) {
  Lengths lengths(n);
  for (auto& length : lengths) length = random.below(16);
  Problem p = with_lengths(lengths, std::max<std::uint64_t>(n, 1), random);
  for (float& value : p.values) value = unit(random);
  for (float& x : p.x) x = unit(random);
  p.rounds = true;
  return p;
}

/// Nine rows in ten are empty, the first and the last often among them.
Problem empty_rows(std::uint64_t n, Random& random) {
  Lengths lengths(n);
  for (auto& length : lengths) length = random.below(10) == 0 ? 1 + random.below(12) : 0;
  return with_lengths(lengths, n + 1, random);
}

Problem all_empty(std::uint64_t n, Random& random) { return with_lengths(Lengths(n), n + 1, random); }

/// One row, anywhere, has as many elements as all the others together. An eighth of them is empty, in a
/// stretch of each quarter: where only one of them begins with a thread's share, another one does not.
Problem skewed(std::uint64_t n, Random& random) {
  Lengths lengths(n);
  const std::uint64_t quarter = std::max<std::uint64_t>(n / 4, 1), stretch = n / 32;
  const std::uint64_t stretch_begins = random.below(quarter - stretch + 1);
  std::uint64_t sum = 0;
  for (std::uint64_t r = 0; r < n; ++r) {
    const std::uint64_t place = r % quarter;
    const bool is_empty = stretch_begins <= place && place < stretch_begins + stretch;
    sum += lengths[r] = is_empty ? 0 : random.below(8);
  }
  const std::uint64_t longest = n == 0 ? 0 : random.below(n);
  if (n > 0) lengths[longest] = sum - lengths[longest] + 1;
  return with_lengths(lengths, 8 * n + 1, random);
}

/// Lengths around one and two warps, and around a block.
Problem edges(std::uint64_t n, Random& random) {
  constexpr std::uint64_t kLengths[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257};
  Lengths lengths(n);
  for (auto& length : lengths) length = kLengths[random.below(std::size(kLengths))];
  return with_lengths(lengths, 512, random);
}

/// Some rows end where a tile of 2048 elements does, and where the next one begins empty rows may lie.
Problem whole_tiles(std::uint64_t n, Random& random) {
  constexpr std::uint64_t kTile = 2048, kLengths[] = {1, 32, 256, 700};
  Lengths lengths(n);
  std::uint64_t left = kTile;  // of the tile
  for (auto& length : lengths) {
    if (left == kTile && random.coin()) continue;
    length = std::min(left, kLengths[random.below(std::size(kLengths))]);
    left = left == length ? kTile : left - length;
  }
  return with_lengths(lengths, kTile, random);
}

/// No row or one element in it, all in one column.
Problem one_column(std::uint64_t n, Random& random) {
  Lengths lengths(n);
  for (auto& length : lengths) length = random.below(2);
  return with_lengths(lengths, 1, random);
}

/// Row r has the 64 columns from r on: a warp that takes neighbouring elements reads neighbouring addresses
/// only.
Problem banded(std::uint64_t n, Random& random) {
  constexpr std::uint64_t kWidth = 64;
  Problem p;
  for (std::uint64_t r = 0; r < n; ++r) {
    for (std::uint64_t k = 0; k < kWidth; ++k) {
      p.columns.push_back(std::uint32_t(r + k));
      p.values.push_back(small_integer(random));
    }
    p.row_offsets.push_back(std::uint32_t(p.columns.size()));
  }
  fill_x(p, n + kWidth, random);
  p.strip = {32, 32 * kWidth};
  return p;
}

/// In each strip of rows one, anywhere, has as many elements as all the others together, which have 0 to 8.
/// Their columns lie anywhere in a window that begins at the diagonal.
Problem hubs(std::uint64_t n, Random& random) {
  constexpr std::uint64_t kStrip = 4096, kMean = 4, kWindow = 16;  // the last for each row of a strip
  const std::uint64_t strip = std::min(n, kStrip), width = kWindow * strip;
  Problem p;
  for (std::uint64_t first = 0; first < n; first += strip) {
    Lengths lengths(std::min(strip, n - first), kMean);
    for (std::uint64_t r = 0; r + 1 < lengths.size(); r += 2) {
      lengths[r] = random.below(2 * kMean + 1);
      lengths[r + 1] = 2 * kMean - lengths[r];  // so that all strips have as many
    }
    lengths[random.below(lengths.size())] += kMean * lengths.size();
    for (const std::uint64_t length : lengths) add_row(p, length, width, random, first);
  }
  fill_x(p, n + width, random);
  p.strip = {kStrip, 2 * kMean * kStrip};
  return p;
}

/// A real matrix: the elasticity of a bar.
const SparseMatrix& matrix_of_bar() {
  static const SparseMatrix matrix = [] {
    const std::vector<std::uint8_t>& bytes = dataset("bar").bytes;
    return read_matrix_market({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "bar.mtx");
  }();
  return matrix;
}

/// Its first n rows.
Problem bar(std::uint64_t n, Random& random) {
  const SparseMatrix& matrix = matrix_of_bar();
  if (n > matrix.rows)
    throw std::runtime_error("bar has " + std::to_string(matrix.rows) + " rows: use at most as many");
  Problem p;
  const auto elements = std::ptrdiff_t(matrix.row_offsets[n]);
  p.row_offsets.assign(matrix.row_offsets.begin(), matrix.row_offsets.begin() + std::ptrdiff_t(n) + 1);
  p.columns.assign(matrix.column_of.begin(), matrix.column_of.begin() + elements);
  p.values.assign(matrix.values.begin(), matrix.values.begin() + elements);
  p.x.resize(matrix.columns);
  for (float& x : p.x) x = unit(random);
  p.rounds = true;
  return p;
}

/// Bars in a row: 512 rows of the real matrix, over and over along the diagonal. The values are small
/// integers, so that results are exact.
Problem bars(std::uint64_t n, Random& random) {
  constexpr std::uint64_t kStrip = 512;
  const SparseMatrix& matrix = matrix_of_bar();
  Problem p;
  for (std::uint64_t r = 0; r < n; ++r) {
    const std::uint64_t row = r % kStrip;
    for (std::uint32_t e = matrix.row_offsets[row]; e < matrix.row_offsets[row + 1]; ++e) {
      p.columns.push_back(std::uint32_t(r - row) + matrix.column_of[e]);
      p.values.push_back(small_integer(random));
    }
    p.row_offsets.push_back(std::uint32_t(p.columns.size()));
  }
  fill_x(p, n + matrix.columns, random);
  p.strip = {kStrip, matrix.row_offsets[kStrip]};
  return p;
}

Problem make_problem(const CaseRequest& request) {
  const std::map<std::string, std::function<Problem(std::uint64_t, Random&)>> kinds = {
      {"random", random_rows},
      {"empty_rows", empty_rows},
      {"all_empty", all_empty},
      {"skewed", skewed},
      {"edges", edges},
      {"whole_tiles", whole_tiles},
      {"banded", banded},
      {"one_column", one_column},
      {"hubs", hubs},
      {"bar", bar},
      {"bars", bars}};
  const auto& make = input_named(kinds, request.input);
  Random random(request.seed);
  return make(request.n, random);
}

ExpectedArray multiply(const Problem& p) {
  std::vector<float> y;
  std::vector<double> magnitude;
  for (std::size_t r = 0; r + 1 < p.row_offsets.size(); ++r) {
    if (p.rounds && p.row_offsets[r + 1] - p.row_offsets[r] > kLongestRoundedRow)
      throw std::logic_error("a row whose sum rounds is longer than the tolerance allows for");
    double sum = 0, sum_abs = 0;
    for (std::uint32_t e = p.row_offsets[r]; e < p.row_offsets[r + 1]; ++e) {
      const double product = double(p.values[e]) * double(p.x[p.columns[e]]);
      sum += product;
      sum_abs += std::abs(product);
    }
    y.push_back(float(sum));
    magnitude.push_back(p.rounds ? sum_abs : 0);
  }
  return {Array::of<float>("y", element_type_of<float>(), y), magnitude};
}

/// An array of a matrix, which grows by so many elements for each strip.
template <class T>
Array part_of_matrix(const char* name, const std::vector<T>& elements, const Strips& strips) {
  Array array = Array::of<T>(name, element_type_of<T>(), elements);
  array.strips = strips;
  return array;
}

CaseData make_case(const CaseRequest& request) {
  if (request.op != "multiply_f32") throw UnknownName("operator", request.op, {"multiply_f32"});
  if (!request.parameters.empty())
    throw std::runtime_error("spmv has no parameters: the kind of matrix says how many elements there are");
  const Problem p = make_problem(request);
  CaseData data;
  const auto& [rows, elements] = p.strip;
  data.inputs.push_back(part_of_matrix("row_offsets", p.row_offsets, {rows, true, std::uint32_t(elements)}));
  data.inputs.push_back(part_of_matrix("columns", p.columns, {elements, true, std::uint32_t(rows)}));
  data.inputs.push_back(part_of_matrix("values", p.values, {elements}));
  data.inputs.push_back(part_of_matrix("x", p.x, {rows}));
  data.outputs.push_back(multiply(p));
  data.parameters["elements"] = double(p.columns.size());
  if (rows > 0) data.growth = {rows, kLargestInt / elements * rows, {{"elements", double(elements)}}};
  data.note = "y[i] belongs to row i, whose elements are those from row_offsets[i] up to row_offsets[i + 1].";
  return data;
}

const OracleRegistration registration("spmv", &make_case);

}  // namespace
