// Softmax: each row of a matrix becomes probabilities, which are greater where the elements are.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace softmax {

// All: `in` has `rows` rows of `columns` elements; row r begins at in + r * pitch, and pitch >= columns: what
// lies between two rows is not yours to read. `out` is dense: row r begins at out + r * columns. rows and
// columns may be 0. The arrays lie on the device, `in` is not changed. The results are complete when the work
// on `stream` is. Scratch memory: cudaMallocAsync / cudaFreeAsync on `stream`.

/// out[r][c] = exp(in[r][c] - m) / s, where m is the greatest element of row r and s the sum of exp(in[r][k]
/// - m) over the row. Elements may be -infinity: their result is 0, also where all elements of the row are.
void three_passes(const float* in, float* out, int rows, int columns, std::size_t pitch, cudaStream_t stream);

// A rule says what is computed along a row, as an operator does in reduce. It has
//   Element, Total, Result                          types, trivially copyable
//   Total  identity() const                         the total of no element
//   Total  lift(Element x) const                    the total of one element
//   Total  join(Total a, Total b) const             of two parts of a row; associative and commutative
//   Result finish(Element x, Total row) const       what becomes of an element, once the row's total is known
// You write one, OnlineSoftmax. The grader calls the same functions with rules of its own.

/// Any number of rows. out[r][c] = rule.finish(in[r][c], total of row r); each element is read at most twice.
template <class Rule>
void online(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
            std::size_t pitch, Rule rule, cudaStream_t stream);

/// The same for few rows (at most 1000) that are long: several blocks work on each.
template <class Rule>
void long_rows(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
               std::size_t pitch, Rule rule, cudaStream_t stream);

}  // namespace softmax
