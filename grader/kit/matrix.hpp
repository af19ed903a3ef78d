// For the oracles of exercises over the rows of a matrix. n is the number of its elements. A spec says either
// how many rows it has or how many columns, and how many elements lie between a row's end and the next one's
// begin:
//
//   parameters = { rows = 4 }                   n / 4 columns; n = 0 is 4 rows without any column
//   parameters = { columns = 1000, pad = 3 }    n / 1000 rows, each 1003 elements behind the one before
//
// Without either it is one row. A submission gets rows, columns and pitch (columns + pad), as parameters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kit/oracle.hpp"

namespace warpgrade::kit {

struct MatrixShape {
  std::size_t rows = 0, columns = 0;
  std::size_t pad = 0;  ///< elements between the end of a row and the begin of the next

  std::size_t pitch() const { return columns + pad; }
  std::size_t elements() const { return rows * columns; }
};

/// Throws std::runtime_error, in words for who wrote the spec, if n elements don't make whole rows.
MatrixShape matrix_shape(const CaseRequest& request);

/// Tells `data`, which has its inputs, of the shape: its parameters, how a timed case grows, and in words for
/// the student.
void describe_matrix(CaseData& data, const CaseRequest& request, const MatrixShape& shape);

/// The elements of a matrix with `padding` behind each row, also the last one.
template <class T>
std::vector<T> with_pitch(const std::vector<T>& dense, const MatrixShape& shape, T padding) {
  std::vector<T> pitched(shape.rows * shape.pitch(), padding);
  for (std::size_t row = 0; row < shape.rows; ++row)
    std::copy_n(dense.begin() + std::ptrdiff_t(row * shape.columns), shape.columns,
                pitched.begin() + std::ptrdiff_t(row * shape.pitch()));
  return pitched;
}

/// Makes an array one of `elements` elements for each row (its totals, its greatest k), so that a timed case
/// with more rows has more of them.
inline Array for_each_row(Array array, const CaseRequest& request, std::uint64_t elements = 1) {
  if (request.parameters.contains("columns")) array.strips.elements = elements;
  return array;
}

}  // namespace warpgrade::kit
