// cuSPARSE's generic interface: products of a sparse matrix (CSR or COO, of float or double) with a vector
// and with a dense matrix. They are the simulator's own plain loops in a kernel of one thread: its accesses
// are checked, and the order in which it adds is not that of cuSPARSE, so that last digits differ.
#pragma once

#include <utility>

#include "library_types.h"
#include "wgsim/one_thread.h"

enum cusparseStatus_t {
  CUSPARSE_STATUS_SUCCESS = 0,
  CUSPARSE_STATUS_NOT_INITIALIZED = 1,
  CUSPARSE_STATUS_ALLOC_FAILED = 2,
  CUSPARSE_STATUS_INVALID_VALUE = 3,
  CUSPARSE_STATUS_ARCH_MISMATCH = 4,
  CUSPARSE_STATUS_EXECUTION_FAILED = 6,
  CUSPARSE_STATUS_INTERNAL_ERROR = 7,
  CUSPARSE_STATUS_NOT_SUPPORTED = 10,
  CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
};
enum cusparseOperation_t {
  CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
  CUSPARSE_OPERATION_TRANSPOSE = 1,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
};
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 };
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 };
enum cusparseSpMVAlg_t {
  CUSPARSE_SPMV_ALG_DEFAULT = 0,
  CUSPARSE_SPMV_COO_ALG1 = 1,
  CUSPARSE_SPMV_CSR_ALG1 = 2,
  CUSPARSE_SPMV_CSR_ALG2 = 3,
  CUSPARSE_SPMV_COO_ALG2 = 4
};
enum cusparseSpMMAlg_t {
  CUSPARSE_SPMM_ALG_DEFAULT = 0,
  CUSPARSE_SPMM_COO_ALG1 = 1,
  CUSPARSE_SPMM_CSR_ALG1 = 4,
  CUSPARSE_SPMM_CSR_ALG2 = 6,
  CUSPARSE_SPMM_CSR_ALG3 = 12
};

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointer_mode = CUSPARSE_POINTER_MODE_HOST;
};
/// COO has a row for each entry, CSR the beginning of each row and the end of the last.
struct cusparseSpMatDescr {
  bool is_csr;
  long rows, columns, entries;
  const void *row_of, *column_of, *values;
  cusparseIndexType_t row_type, column_type;
  long base;
  cudaDataType type;
};
struct cusparseDnVecDescr {
  long size;
  void* values;
  cudaDataType type;
};
struct cusparseDnMatDescr {
  long rows, columns, leading;
  void* values;
  cudaDataType type;
  cusparseOrder_t order;
};
using cusparseHandle_t = cusparseContext*;
using cusparseSpMatDescr_t = cusparseSpMatDescr*;
using cusparseDnVecDescr_t = cusparseDnVecDescr*;
using cusparseDnMatDescr_t = cusparseDnMatDescr*;
using cusparseConstSpMatDescr_t = const cusparseSpMatDescr*;
using cusparseConstDnVecDescr_t = const cusparseDnVecDescr*;
using cusparseConstDnMatDescr_t = const cusparseDnMatDescr*;

// ---- Handle and descriptors ---------------------------------------------------------------------------
inline cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  *handle = new cusparseContext;
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  delete handle;
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  handle->pointer_mode = mode;
  return CUSPARSE_STATUS_SUCCESS;
}
inline const char* cusparseGetErrorString(cusparseStatus_t status) {
  return status == CUSPARSE_STATUS_SUCCESS         ? "success"
         : status == CUSPARSE_STATUS_NOT_SUPPORTED ? "operation not supported"
                                                   : "invalid value";
}
inline const char* cusparseGetErrorName(cusparseStatus_t status) {
  return status == CUSPARSE_STATUS_SUCCESS         ? "CUSPARSE_STATUS_SUCCESS"
         : status == CUSPARSE_STATUS_NOT_SUPPORTED ? "CUSPARSE_STATUS_NOT_SUPPORTED"
                                                   : "CUSPARSE_STATUS_INVALID_VALUE";
}
inline cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* matrix, long rows, long columns, long entries,
                                          void* row_offsets, void* column_indices, void* values,
                                          cusparseIndexType_t offsets, cusparseIndexType_t indices,
                                          cusparseIndexBase_t base, cudaDataType type) {
  *matrix = new cusparseSpMatDescr{true,   rows,    columns, entries, row_offsets, column_indices,
                                   values, offsets, indices, base,    type};
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* matrix, long rows, long columns, long entries,
                                          void* row_indices, void* column_indices, void* values,
                                          cusparseIndexType_t indices, cusparseIndexBase_t base,
                                          cudaDataType type) {
  *matrix = new cusparseSpMatDescr{false,  rows,    columns, entries, row_indices, column_indices,
                                   values, indices, indices, base,    type};
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) {
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* vector, long size, void* values,
                                            cudaDataType type) {
  *vector = new cusparseDnVecDescr{size, values, type};
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void* values) {
  vector->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) {
  delete vector;
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* matrix, long rows, long columns,
                                            long leading, void* values, cudaDataType type,
                                            cusparseOrder_t order) {
  *matrix = new cusparseDnMatDescr{rows, columns, leading, values, type, order};
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) {
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}

namespace wgsim::sparse {

inline long index_at(const void* indices, cusparseIndexType_t type, long i) {
  return type == CUSPARSE_INDEX_64I ? static_cast<const long long*>(indices)[i]
                                    : static_cast<const int*>(indices)[i];
}

/// Calls visit(row, column, value) for each entry, in the order in which they lie.
template <class T, class Visit>
void for_each_entry(const cusparseSpMatDescr& matrix, Visit visit) {
  const T* const values = static_cast<const T*>(matrix.values);
  const auto entry = [&](long row, long i) {
    visit(row, index_at(matrix.column_of, matrix.column_type, i) - matrix.base, values[i]);
  };
  if (!matrix.is_csr) {
    for (long i = 0; i < matrix.entries; ++i)
      entry(index_at(matrix.row_of, matrix.row_type, i) - matrix.base, i);
    return;
  }
  for (long row = 0; row < matrix.rows; ++row) {
    const long end = index_at(matrix.row_of, matrix.row_type, row + 1) - matrix.base;
    for (long i = index_at(matrix.row_of, matrix.row_type, row) - matrix.base; i < end; ++i) entry(row, i);
  }
}

template <class T>
Factor<T> factor(cusparseHandle_t handle, const void* at) {
  return {static_cast<const T*>(at), handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE};
}

template <class T>
struct Dense {
  T* values;
  long leading;
  bool by_rows, transposed;
  Dense(const cusparseDnMatDescr& of, bool is_transposed)
      : values(static_cast<T*>(of.values)),
        leading(of.leading),
        by_rows(of.order == CUSPARSE_ORDER_ROW),
        transposed(is_transposed) {}
  T& operator()(long row, long column) const {
    if (transposed) std::swap(row, column);
    return values[by_rows ? row * leading + column : row + column * leading];
  }
};

/// C = alpha·op(A)·op(B) + beta·C, where op(A) is rows × inner and C rows × columns. With beta 0, C is not
/// read.
template <class T>
cusparseStatus_t product(const char* name, cusparseHandle_t handle, bool transposed, const void* alpha,
                         const cusparseSpMatDescr& matrix, Dense<T> right, const void* beta, Dense<T> out,
                         long rows, long columns) {
  run_on_device(name, handle->stream,
                [=, matrix = matrix, a = factor<T>(handle, alpha), b = factor<T>(handle, beta)] {
                  for (long row = 0; row < rows; ++row)
                    for (long column = 0; column < columns; ++column)
                      out(row, column) = b() == T(0) ? T(0) : b() * out(row, column);
                  for_each_entry<T>(matrix, [&](long row, long inner, T value) {
                    if (transposed) std::swap(row, inner);
                    for (long column = 0; column < columns; ++column)
                      out(row, column) += a() * value * right(inner, column);
                  });
                });
  return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseDnMatDescr as_column(const cusparseDnVecDescr& vector) {
  return {vector.size, 1, vector.size, vector.values, vector.type, CUSPARSE_ORDER_COL};
}

inline cusparseStatus_t multiply(const char* name, cusparseHandle_t handle, cusparseOperation_t of_a,
                                 cusparseOperation_t of_b, const void* alpha,
                                 const cusparseSpMatDescr& matrix, const cusparseDnMatDescr& right,
                                 const void* beta, const cusparseDnMatDescr& out, cudaDataType type) {
  const bool transposed = of_a != CUSPARSE_OPERATION_NON_TRANSPOSE,
             turned = of_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const long rows = transposed ? matrix.columns : matrix.rows,
             inner = transposed ? matrix.rows : matrix.columns;
  if (out.rows != rows || (turned ? right.columns : right.rows) != inner ||
      (turned ? right.rows : right.columns) != out.columns)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (matrix.type != type || right.type != type || out.type != type) return CUSPARSE_STATUS_NOT_SUPPORTED;
  if (type == CUDA_R_32F)
    return product<float>(name, handle, transposed, alpha, matrix, {right, turned}, beta, {out, false}, rows,
                          out.columns);
  if (type == CUDA_R_64F)
    return product<double>(name, handle, transposed, alpha, matrix, {right, turned}, beta, {out, false}, rows,
                           out.columns);
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}

}  // namespace wgsim::sparse

// ---- Products -----------------------------------------------------------------------------------------
inline cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void*,
                                                cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                                const void*, cusparseDnVecDescr_t, cudaDataType,
                                                cusparseSpMVAlg_t, std::size_t* bytes) {
  *bytes = 16;
  return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t, const void*,
                                                cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                                const void*, cusparseDnVecDescr_t, cudaDataType,
                                                cusparseSpMVAlg_t, void*) {
  return CUSPARSE_STATUS_SUCCESS;
}
/// y = alpha·op(A)·x + beta·y
inline cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t operation,
                                     const void* alpha, cusparseConstSpMatDescr_t matrix,
                                     cusparseConstDnVecDescr_t x, const void* beta, cusparseDnVecDescr_t y,
                                     cudaDataType type, cusparseSpMVAlg_t, void*) {
  return wgsim::sparse::multiply("cusparse SpMV", handle, operation, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha,
                                 *matrix, wgsim::sparse::as_column(*x), beta, wgsim::sparse::as_column(*y),
                                 type);
}
inline cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                                const void*, cusparseConstSpMatDescr_t,
                                                cusparseConstDnMatDescr_t, const void*, cusparseDnMatDescr_t,
                                                cudaDataType, cusparseSpMMAlg_t, std::size_t* bytes) {
  *bytes = 16;
  return CUSPARSE_STATUS_SUCCESS;
}
/// C = alpha·op(A)·op(B) + beta·C
inline cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t of_a,
                                     cusparseOperation_t of_b, const void* alpha,
                                     cusparseConstSpMatDescr_t matrix, cusparseConstDnMatDescr_t right,
                                     const void* beta, cusparseDnMatDescr_t out, cudaDataType type,
                                     cusparseSpMMAlg_t, void*) {
  return wgsim::sparse::multiply("cusparse SpMM", handle, of_a, of_b, alpha, *matrix, *right, beta, *out,
                                 type);
}
