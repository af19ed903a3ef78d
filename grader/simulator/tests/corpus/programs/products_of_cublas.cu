// cuBLAS: vectors, gemv and gemm, with factors of the host and of the device.
// prints:  -5 7 19 1 13 -3 5 13 1 9 -1 3 7 1 5 -13 15 43 1 29
// prints:  24 -20 20 -14 -8 26 -10 18 18
// prints: gemv 84 84 84
// prints: -5 45 21 3
// prints:  39 46 219 0 174
#include <cstdio>
#include <cublas_v2.h>
#include <vector>
int main() {
  const int m = 5, n = 4, k = 3;
  std::vector<float> A(m * k), B(k * n), C(m * n, 1.0f);
  for (int i = 0; i < m * k; ++i) A[i] = (i * 7) % 5 - 1;
  for (int i = 0; i < k * n; ++i) B[i] = (i * 3) % 7 - 2;
  float *a, *b, *c;
  cudaMalloc(&a, 4 * m * k);
  cudaMalloc(&b, 4 * k * n);
  cudaMalloc(&c, 4 * m * n);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetMatrix(m, k, 4, A.data(), m, a, m);
  cublasSetVector(k * n, 4, B.data(), 1, b, 1);
  cublasSetMatrix(m, n, 4, C.data(), m, c, m);
  float alpha = 2, beta = 1;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a, m, b, k, &beta, c, m);
  cublasGetMatrix(m, n, 4, c, m, C.data(), m);
  for (float x : C) printf(" %g", x);
  printf("\n");
  beta = 0;
  cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, k, k, n, &alpha, b + 0, n > k ? n : k, b, k, &beta, c, m);
  cublasGetMatrix(k, k, 4, c, m, C.data(), k);
  for (int i = 0; i < k * k; ++i) printf(" %g", C[i]);
  printf("\n");
  cublasSgemv(handle, CUBLAS_OP_T, m, k, &alpha, a, m, c, 1, &beta, b, 2);
  cublasGetVector(k, 4, b, 2, C.data(), 1);
  printf("gemv %g %g %g\n", C[0], C[1], C[2]);
  float dot, norm, sum;
  int at;
  cublasSdot(handle, k, a, 1, a, -1, &dot);
  cublasSnrm2(handle, m * k, a, 1, &norm);
  cublasSasum(handle, m * k, a, 1, &sum);
  cublasIsamax(handle, m * k, a, 1, &at);
  printf("%g %g %g %d\n", dot, norm * norm, sum, at);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(handle, m * k, a, 1, a, 1, c);
  cublasSaxpy(handle, m, c, a, 1, b, 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cublasGetVector(m, 4, b, 1, C.data(), 1);
  for (int i = 0; i < m; ++i) printf(" %g", C[i]);
  printf("\n");
  cublasDestroy(handle);
}
