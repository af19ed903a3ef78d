#include "kit/matrix.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace warpgrade::kit {
namespace {

std::size_t parameter(const CaseRequest& request, const char* name, std::int64_t least,
                      std::size_t otherwise) {
  const auto found = request.parameters.find(name);
  if (found == request.parameters.end()) return otherwise;
  if (found->second < least)
    throw std::runtime_error(fmt::format("{} = {}: a matrix needs at least {}", name, found->second, least));
  return static_cast<std::size_t>(found->second);
}

}  // namespace

MatrixShape matrix_shape(const CaseRequest& request) {
  const bool has_columns = request.parameters.contains("columns");
  if (has_columns && request.parameters.contains("rows"))
    throw std::runtime_error("name rows or columns of the matrix, and not both: n says the other one");
  const std::size_t side =
      has_columns ? parameter(request, "columns", 1, 1) : parameter(request, "rows", 1, 1);
  if (request.n % side != 0)
    throw std::runtime_error(fmt::format("n = {} elements are no matrix of {} {}: use a multiple of {}",
                                         request.n, side, has_columns ? "columns" : "rows", side));
  MatrixShape shape{side, request.n / side, parameter(request, "pad", 0, 0)};
  if (has_columns) std::swap(shape.rows, shape.columns);
  return shape;
}

void describe_matrix(CaseData& data, const CaseRequest& request, const MatrixShape& shape) {
  data.parameters["rows"] = double(shape.rows);
  data.parameters["columns"] = double(shape.columns);
  data.parameters["pad"] = double(shape.pad);
  data.parameters["pitch"] = double(shape.pitch());
  data.note += fmt::format(
      "{}The matrix has rows = {}, columns = {} and pitch = {}: element (row, column) is "
      "in[row * {} + column].",
      data.note.empty() ? "" : " ", shape.rows, shape.columns, shape.pitch(), shape.pitch());
  const bool grows_by_rows = request.parameters.contains("columns");
  const std::size_t strip = grows_by_rows ? shape.columns : shape.rows;
  if (shape.pad >
      0) {  // a large case can't be made from pieces of a small one: the padding would lie elsewhere
    for (Array& input : data.inputs) input.strips.in_one_piece = true;
    return;
  }
  data.growth.strip = strip;
  data.growth.largest_n = std::uint64_t(1) << 31;
  if (grows_by_rows)
    data.growth.parameters = {{"rows", 1}};
  else
    data.growth.parameters = {{"columns", 1}, {"pitch", 1}};
}

}  // namespace warpgrade::kit
