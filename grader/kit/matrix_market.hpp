// Sparse matrices from files in the Matrix Market format (Boisvert, Pozo & Remington, NIST, 1996):
// "coordinate", that is one element a line, real, integer or pattern, general or symmetric.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::kit {

/// Compressed sparse rows: the elements of row r are row_offsets[r] to row_offsets[r + 1], by column.
struct SparseMatrix {
  std::uint32_t rows = 0, columns = 0;
  std::vector<std::uint32_t> row_offsets;  ///< rows + 1
  std::vector<std::uint32_t> column_of;    ///< of each element
  std::vector<double> values;              ///< of each element; 1 in a pattern
};

/// A symmetric file holds the lower half only: the other one is filled in. Throws std::runtime_error with
/// "NAME:LINE: what is wrong" for a file that can't be read.
SparseMatrix read_matrix_market(std::string_view text, const std::string& name);

}  // namespace warpgrade::kit
