// What NVIDIA's library does with this exercise, to compare with: cuSPARSE's SpMV. (CUB has none any more.)
// Each call gets a matrix that nobody has seen before, so cuSPARSE's preprocessing of it is left out.
// tasks: segmented
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cusparse.h>
#include <limits>

#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

inline void check(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  std::fprintf(stderr, "cuSPARSE: %s\n", cusparseGetErrorString(status));
  std::abort();
}

/// Made once, since it takes a millisecond.
inline cusparseHandle_t library_handle() {
  static const cusparseHandle_t handle = [] {
    cusparseHandle_t made = nullptr;
    check(cusparseCreate(&made));
    return made;
  }();
  return handle;
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  const cusparseHandle_t handle = library_handle();
  check(cusparseSetStream(handle, stream));

  // ---- What lies where. The call does not say how many columns there are. cuSPARSE only checks that
  // the matrix and x agree, so any large number will do
  constexpr std::int64_t columns = std::numeric_limits<int>::max();
  cusparseConstSpMatDescr_t matrix = nullptr;
  cusparseConstDnVecDescr_t in = nullptr;
  cusparseDnVecDescr_t out = nullptr;
  check(cusparseCreateConstCsr(&matrix, a.rows, columns, a.elements, a.row_offsets, a.columns, a.values,
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  check(cusparseCreateConstDnVec(&in, columns, x, CUDA_R_32F));
  check(cusparseCreateDnVec(&out, a.rows, y, CUDA_R_32F));

  // ---- y = 1 · a · x + 0 · y
  const float one = 1, zero = 0;
  std::size_t bytes = 0;
  void* scratch = nullptr;
  check(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, out,
                                CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, bytes + 1, stream));
  check(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, out, CUDA_R_32F,
                     CUSPARSE_SPMV_ALG_DEFAULT, scratch));
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));

  check(cusparseDestroySpMat(matrix));
  check(cusparseDestroyDnVec(in));
  check(cusparseDestroyDnVec(out));
}

}  // namespace spmv
