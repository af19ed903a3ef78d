// cuSPARSE: a matrix in CSR and in COO, times vectors and dense matrices, also transposed.
// prints: csr: 201 0 43 650
// prints: coo, added: 603 0 129 1950
// prints: transposed: 301 5400 6002
// prints: dense: 194 -7 36 643 395 -7 79 1293
#include <cstdio>
#include <cusparse.h>
#include <vector>

template <class T>
T* on_device(const std::vector<T>& values) {
  T* device;
  cudaMalloc(&device, values.size() * sizeof(T));
  cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

template <class T>
void show(const char* what, const T* device, int n) {
  std::vector<T> values(n);
  cudaMemcpy(values.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  std::printf("%s:", what);
  for (T value : values) std::printf(" %g", double(value));
  std::printf("\n");
}

int main() {
  // 4 × 3:  1 . 2 / . . . / 3 4 . / . 5 6
  const int rows = 4, columns = 3, entries = 6;
  int* offsets = on_device<int>({0, 2, 2, 4, 6});
  int* row_of = on_device<int>({0, 0, 2, 2, 3, 3});
  int* column_of = on_device<int>({0, 2, 0, 1, 1, 2});
  float* values = on_device<float>({1, 2, 3, 4, 5, 6});
  float* x = on_device<float>({1, 10, 100, 1000});
  float* y = on_device<float>({1, 1, 1, 1});

  cusparseHandle_t handle;
  cusparseCreate(&handle);
  cusparseSpMatDescr_t csr, coo;
  cusparseCreateCsr(&csr, rows, columns, entries, offsets, column_of, values, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseCreateCoo(&coo, rows, columns, entries, row_of, column_of, values, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseDnVecDescr_t x3, x4, y3, y4;
  cusparseCreateDnVec(&x3, columns, x, CUDA_R_32F);
  cusparseCreateDnVec(&x4, rows, x, CUDA_R_32F);
  cusparseCreateDnVec(&y3, columns, y, CUDA_R_32F);
  cusparseCreateDnVec(&y4, rows, y, CUDA_R_32F);
  const auto multiply = [&](cusparseOperation_t operation, float alpha, cusparseSpMatDescr_t matrix,
                            cusparseDnVecDescr_t in, float beta, cusparseDnVecDescr_t out) {
    size_t bytes = 0;
    void* buffer = nullptr;
    cusparseSpMV_bufferSize(handle, operation, &alpha, matrix, in, &beta, out, CUDA_R_32F,
                            CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
    cudaMalloc(&buffer, bytes);
    const cusparseStatus_t status = cusparseSpMV(handle, operation, &alpha, matrix, in, &beta, out,
                                                 CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer);
    cudaFree(buffer);
    if (status != CUSPARSE_STATUS_SUCCESS) std::printf("status %d\n", int(status));
  };
  multiply(CUSPARSE_OPERATION_NON_TRANSPOSE, 1, csr, x3, 0, y4);
  show("csr", y, rows);
  multiply(CUSPARSE_OPERATION_NON_TRANSPOSE, 2, coo, x3, 1, y4);
  show("coo, added", y, rows);
  multiply(CUSPARSE_OPERATION_TRANSPOSE, 1, csr, x4, 0, y3);
  show("transposed", y, columns);

  // 3 × 2, by columns; the product is 4 × 2.
  float* dense = on_device<float>({1, 10, 100, 2, 20, 200});
  float* out = on_device<float>(std::vector<float>(8, 7.0f));
  cusparseDnMatDescr_t B, C;
  cusparseCreateDnMat(&B, columns, 2, columns, dense, CUDA_R_32F, CUSPARSE_ORDER_COL);
  cusparseCreateDnMat(&C, rows, 2, rows, out, CUDA_R_32F, CUSPARSE_ORDER_COL);
  const float alpha = 1, beta = -1;
  size_t bytes = 0;
  void* buffer = nullptr;
  cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha,
                          csr, B, &beta, C, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes);
  cudaMalloc(&buffer, bytes);
  cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, B,
               &beta, C, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer);
  show("dense", out, 8);
  cusparseDestroySpMat(csr);
  cusparseDestroySpMat(coo);
  cusparseDestroyDnVec(x3);
  cusparseDestroyDnVec(x4);
  cusparseDestroyDnVec(y3);
  cusparseDestroyDnVec(y4);
  cusparseDestroyDnMat(B);
  cusparseDestroyDnMat(C);
  cusparseDestroy(handle);
}
