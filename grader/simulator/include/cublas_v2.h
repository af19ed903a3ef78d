// cuBLAS: vectors of level 1, gemv, ger, and gemm (also batched), of float and double. They are the
// simulator's own plain loops in a kernel of one thread: its accesses are checked, and the order in which it
// adds is not that of cuBLAS, so that last digits differ. Matrices are column-major, as in BLAS.
#pragma once

#include <cmath>
#include <cstring>

#include "wgsim/one_thread.h"

enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 };
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
};
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 };

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
};
using cublasHandle_t = cublasContext*;

// ---- The handle ---------------------------------------------------------------------------------------
inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  *stream = handle->stream;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  handle->pointer_mode = mode;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  *mode = handle->pointer_mode;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t) {
  return CUBLAS_STATUS_SUCCESS;
}
inline const char* cublasGetStatusName(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? "CUBLAS_STATUS_SUCCESS" : "CUBLAS_STATUS_INVALID_VALUE";
}
inline const char* cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? "success" : "invalid value";
}

namespace wgsim::blas {

inline cublasStatus_t status_of(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}
template <class Work>
cublasStatus_t run(const char* name, cublasHandle_t handle, Work work) {
  run_on_device(name, handle->stream, work);
  return CUBLAS_STATUS_SUCCESS;
}

template <class T>
Factor<T> factor(cublasHandle_t handle, const T* at) {
  return {at, handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE};
}

/// Element i of n. As in BLAS, with a negative stride they are counted from the end.
template <class T>
struct Vector {
  T* at;
  long stride;
  Vector(T* data, int n, int increment)
      : at(increment < 0 ? data + static_cast<long>(1 - n) * increment : data), stride(increment) {}
  T& operator[](long i) const { return at[i * stride]; }
};
template <class T>
struct Matrix {
  const T* at;
  long leading;
  bool transposed;
  Matrix(const T* data, cublasOperation_t operation, int leading_dimension)
      : at(data), leading(leading_dimension), transposed(operation != CUBLAS_OP_N) {}
  const T& operator()(long row, long column) const {
    return transposed ? at[column + row * leading] : at[row + column * leading];
  }
};

template <class T>
cublasStatus_t axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  return run("cublas axpy", handle,
             [n, a = factor(handle, alpha), x = Vector(x, n, incx), y = Vector(y, n, incy)] {
               for (int i = 0; i < n; ++i) y[i] += a() * x[i];
             });
}
template <class T>
cublasStatus_t scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {
  return run("cublas scal", handle, [n, a = factor(handle, alpha), x = Vector(x, n, incx)] {
    for (int i = 0; i < n; ++i) x[i] *= a();
  });
}
template <class T>
cublasStatus_t copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
  return run("cublas copy", handle, [n, x = Vector(x, n, incx), y = Vector(y, n, incy)] {
    for (int i = 0; i < n; ++i) y[i] = x[i];
  });
}
template <class T>
cublasStatus_t swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
  return run("cublas swap", handle, [n, x = Vector(x, n, incx), y = Vector(y, n, incy)] {
    for (int i = 0; i < n; ++i) {
      const T kept = x[i];
      x[i] = y[i];
      y[i] = kept;
    }
  });
}

/// Writes what compute() returns to *result, which lies where the pointer mode says.
template <class T, class Compute>
cublasStatus_t answer(const char* name, cublasHandle_t handle, T* result, Compute compute) {
  if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
    return run(name, handle, [=] { *result = compute(); });
  *result = result_of_device(name, handle->stream, compute);
  return CUBLAS_STATUS_SUCCESS;
}
template <class T>
cublasStatus_t dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) {
  return answer("cublas dot", handle, result, [n, x = Vector(x, n, incx), y = Vector(y, n, incy)] {
    T sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    return sum;
  });
}
template <class T>
cublasStatus_t nrm2(cublasHandle_t handle, int n, const T* x, int incx, T* result) {
  return answer("cublas nrm2", handle, result, [n, x = Vector(x, n, incx)] {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * x[i];
    return static_cast<T>(std::sqrt(sum));
  });
}
template <class T>
cublasStatus_t asum(cublasHandle_t handle, int n, const T* x, int incx, T* result) {
  return answer("cublas asum", handle, result, [n, x = Vector(x, n, incx)] {
    T sum = 0;
    for (int i = 0; i < n; ++i) sum += std::abs(x[i]);
    return sum;
  });
}
/// The place, from 1, of the first largest (or smallest) magnitude.
template <bool largest, class T>
cublasStatus_t index_of_extreme(cublasHandle_t handle, int n, const T* x, int incx, int* result) {
  return answer("cublas amax", handle, result, [n, x = Vector(x, n, incx)] {
    int best = 0;
    for (int i = 1; i < n; ++i)
      if (largest ? std::abs(x[i]) > std::abs(x[best]) : std::abs(x[i]) < std::abs(x[best])) best = i;
    return n > 0 ? best + 1 : 0;
  });
}

/// y = alpha·op(A)·x + beta·y. With beta 0, y is not read. m × n: the shape of A as it lies.
template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n, const T* alpha,
                    const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  const int rows = operation == CUBLAS_OP_N ? m : n, columns = operation == CUBLAS_OP_N ? n : m;
  if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  return run("cublas gemv", handle,
             [=, a = factor(handle, alpha), b = factor(handle, beta), matrix = Matrix(A, operation, lda),
              in = Vector(x, columns, incx), out = Vector(y, rows, incy)] {
               for (int row = 0; row < rows; ++row) {
                 T sum = 0;
                 for (int k = 0; k < columns; ++k) sum += matrix(row, k) * in[k];
                 out[row] = a() * sum + (b() == T(0) ? T(0) : b() * out[row]);
               }
             });
}
/// A += alpha·x·yᵀ
template <class T>
cublasStatus_t ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y,
                   int incy, T* A, int lda) {
  if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  return run("cublas ger", handle,
             [=, a = factor(handle, alpha), left = Vector(x, m, incx), right = Vector(y, n, incy)] {
               for (int column = 0; column < n; ++column)
                 for (int row = 0; row < m; ++row)
                   A[row + static_cast<long>(column) * lda] += a() * left[row] * right[column];
             });
}
/// C = alpha·op(A)·op(B) + beta·C, where op(A) is m × k and op(B) k × n, `batch` times. With beta 0, C is not
/// read.
template <class T>
cublasStatus_t gemm_of_batch(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
                             int n, int k, const T* alpha, const T* A, int lda, long long stride_a,
                             const T* B, int ldb, long long stride_b, const T* beta, T* C, int ldc,
                             long long stride_c, int batch) {
  const int rows_a = of_a == CUBLAS_OP_N ? m : k, rows_b = of_b == CUBLAS_OP_N ? k : n;
  if (m < 0 || n < 0 || k < 0 || batch < 0 || lda < (rows_a > 1 ? rows_a : 1) ||
      ldb < (rows_b > 1 ? rows_b : 1) || ldc < (m > 1 ? m : 1))
    return CUBLAS_STATUS_INVALID_VALUE;
  return run("cublas gemm", handle, [=, a = factor(handle, alpha), b = factor(handle, beta)] {
    for (int i = 0; i < batch; ++i) {
      const Matrix<T> left(A + i * stride_a, of_a, lda), right(B + i * stride_b, of_b, ldb);
      for (int column = 0; column < n; ++column)
        for (int row = 0; row < m; ++row) {
          T sum = 0;
          for (int inner = 0; inner < k; ++inner) sum += left(row, inner) * right(inner, column);
          T& out = C[i * stride_c + row + static_cast<long>(column) * ldc];
          out = a() * sum + (b() == T(0) ? T(0) : b() * out);
        }
    }
  });
}
template <class T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n,
                    int k, const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C,
                    int ldc) {
  return gemm_of_batch(handle, of_a, of_b, m, n, k, alpha, A, lda, 0, B, ldb, 0, beta, C, ldc, 0, 1);
}

}  // namespace wgsim::blas

// ---- The functions under their names: cublasS… and cublasD… -------------------------------------------
#define WGSIM_BLAS(S, s, T)                                                          \
  inline constexpr auto& cublas##S##axpy = wgsim::blas::axpy<T>;                     \
  inline constexpr auto& cublas##S##scal = wgsim::blas::scal<T>;                     \
  inline constexpr auto& cublas##S##copy = wgsim::blas::copy<T>;                     \
  inline constexpr auto& cublas##S##swap = wgsim::blas::swap<T>;                     \
  inline constexpr auto& cublas##S##dot = wgsim::blas::dot<T>;                       \
  inline constexpr auto& cublas##S##nrm2 = wgsim::blas::nrm2<T>;                     \
  inline constexpr auto& cublas##S##asum = wgsim::blas::asum<T>;                     \
  inline constexpr auto& cublasI##s##amax = wgsim::blas::index_of_extreme<true, T>;  \
  inline constexpr auto& cublasI##s##amin = wgsim::blas::index_of_extreme<false, T>; \
  inline constexpr auto& cublas##S##gemv = wgsim::blas::gemv<T>;                     \
  inline constexpr auto& cublas##S##ger = wgsim::blas::ger<T>;                       \
  inline constexpr auto& cublas##S##gemm = wgsim::blas::gemm<T>;                     \
  inline constexpr auto& cublas##S##gemmStridedBatched = wgsim::blas::gemm_of_batch<T>;
WGSIM_BLAS(S, s, float)
WGSIM_BLAS(D, d, double)
#undef WGSIM_BLAS

// ---- Copies between host and device -------------------------------------------------------------------
/// A matrix of elements of any type. A vector with a stride is a matrix of one row.
inline cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* from, int ldfrom,
                                      void* to, int ldto) {
  return wgsim::blas::status_of(cudaMemcpy2D(to, std::size_t(ldto) * bytes, from, std::size_t(ldfrom) * bytes,
                                             std::size_t(rows) * bytes, columns, cudaMemcpyHostToDevice));
}
inline cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* from, int ldfrom,
                                      void* to, int ldto) {
  return wgsim::blas::status_of(cudaMemcpy2D(to, std::size_t(ldto) * bytes, from, std::size_t(ldfrom) * bytes,
                                             std::size_t(rows) * bytes, columns, cudaMemcpyDeviceToHost));
}
inline cublasStatus_t cublasSetVector(int n, int bytes, const void* from, int incfrom, void* to, int incto) {
  return cublasSetMatrix(1, n, bytes, from, incfrom, to, incto);
}
inline cublasStatus_t cublasGetVector(int n, int bytes, const void* from, int incfrom, void* to, int incto) {
  return cublasGetMatrix(1, n, bytes, from, incfrom, to, incto);
}
