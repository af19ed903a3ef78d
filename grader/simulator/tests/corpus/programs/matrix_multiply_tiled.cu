// Matrix product: naive and tiled, Matrix as a struct with stride as in the programming guide, 2D grid.
// prints: wrong 0, trace 130
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define BLOCK_SIZE 16

typedef struct {
  int width;
  int height;
  int stride;
  float* elements;
} Matrix;

__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) {
  A.elements[row * A.stride + col] = value;
}
__device__ Matrix GetSubMatrix(Matrix A, int row, int col) {
  Matrix Asub;
  Asub.width = BLOCK_SIZE;
  Asub.height = BLOCK_SIZE;
  Asub.stride = A.stride;
  Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
  return Asub;
}

__global__ void MatMulNaive(Matrix A, Matrix B, Matrix C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float Cvalue = 0;
  for (int e = 0; e < A.width; ++e) Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col];
  C.elements[row * C.width + col] = Cvalue;
}

__global__ void MatMulTiled(Matrix A, Matrix B, Matrix C) {
  int blockRow = blockIdx.y, blockCol = blockIdx.x;
  Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
  float Cvalue = 0;
  int row = threadIdx.y, col = threadIdx.x;
  for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
    Matrix Asub = GetSubMatrix(A, blockRow, m);
    Matrix Bsub = GetSubMatrix(B, m, blockCol);
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[row][col] = GetElement(Asub, row, col);
    Bs[row][col] = GetElement(Bsub, row, col);
    __syncthreads();
    for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
    __syncthreads();
  }
  SetElement(Csub, row, col, Cvalue);
}

static Matrix on_host(int height, int width) {
  Matrix m = {width, height, width, (float*)malloc(sizeof(float) * width * height)};
  for (int i = 0; i < width * height; ++i) m.elements[i] = (float)(i * 11 % 7 - 3);
  return m;
}

static Matrix on_device(const Matrix& host) {
  Matrix m = host;
  size_t size = m.width * m.height * sizeof(float);
  cudaMalloc(&m.elements, size);
  cudaMemcpy(m.elements, host.elements, size, cudaMemcpyHostToDevice);
  return m;
}

int main() {
  Matrix A = on_host(48, 64), B = on_host(64, 32), C = on_host(48, 32), D = on_host(48, 32);
  Matrix d_A = on_device(A), d_B = on_device(B), d_C = on_device(C);
  dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
  dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
  MatMulNaive<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
  cudaMemcpy(C.elements, d_C.elements, 48 * 32 * sizeof(float), cudaMemcpyDeviceToHost);
  MatMulTiled<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
  cudaMemcpy(D.elements, d_C.elements, 48 * 32 * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  double trace = 0;
  for (int i = 0; i < 48; ++i)
    for (int j = 0; j < 32; ++j) {
      float sum = 0;
      for (int k = 0; k < 64; ++k) sum += A.elements[i * 64 + k] * B.elements[k * 32 + j];
      wrong += C.elements[i * 32 + j] != sum || D.elements[i * 32 + j] != sum;
      if (i == j) trace += sum;
    }
  printf("wrong %d, trace %.0f\n", wrong, trace);
  for (Matrix* m : {&d_A, &d_B, &d_C}) cudaFree(m->elements);
  for (Matrix* m : {&A, &B, &C, &D}) free(m->elements);
}
