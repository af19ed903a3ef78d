// Sparse matrix times vector in CSR: a thread per row, and a warp per row (Bell & Garland), typed by
// template.
// prints: scalar: 0 wrong rows, sum -226
// prints: vector: 0 wrong rows, sum -452
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <class IndexType, class ValueType>
__global__ void spmv_csr_scalar(const IndexType num_rows, const IndexType* Ap, const IndexType* Aj,
                                const ValueType* Ax, const ValueType* x, ValueType* y) {
  const IndexType thread_id = blockDim.x * blockIdx.x + threadIdx.x;
  const IndexType grid_size = gridDim.x * blockDim.x;
  for (IndexType row = thread_id; row < num_rows; row += grid_size) {
    const IndexType row_start = Ap[row];
    const IndexType row_end = Ap[row + 1];
    ValueType sum = 0;
    for (IndexType jj = row_start; jj < row_end; jj++) sum += Ax[jj] * __ldg(&x[Aj[jj]]);
    y[row] = sum;
  }
}

template <class IndexType, class ValueType, unsigned int VECTORS_PER_BLOCK, unsigned int THREADS_PER_VECTOR>
__global__ void spmv_csr_vector(const IndexType num_rows, const IndexType* Ap, const IndexType* Aj,
                                const ValueType* Ax, const ValueType* x, ValueType* y) {
  __shared__ volatile ValueType sdata[VECTORS_PER_BLOCK * THREADS_PER_VECTOR + THREADS_PER_VECTOR / 2];
  __shared__ volatile IndexType ptrs[VECTORS_PER_BLOCK][2];
  const unsigned mask = 0xffffffffu;
  const IndexType thread_id = VECTORS_PER_BLOCK * THREADS_PER_VECTOR * blockIdx.x + threadIdx.x;
  const IndexType thread_lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
  const IndexType vector_lane = threadIdx.x / THREADS_PER_VECTOR;
  const IndexType num_vectors = VECTORS_PER_BLOCK * gridDim.x;
  for (IndexType row = thread_id / THREADS_PER_VECTOR; row < num_rows; row += num_vectors) {
    if (thread_lane < 2) ptrs[vector_lane][thread_lane] = Ap[row + thread_lane];
    __syncwarp(mask);
    const IndexType row_start = ptrs[vector_lane][0];
    const IndexType row_end = ptrs[vector_lane][1];
    ValueType sum = 0;
    for (IndexType jj = row_start + thread_lane; jj < row_end; jj += THREADS_PER_VECTOR)
      sum += Ax[jj] * x[Aj[jj]];
    for (unsigned d = THREADS_PER_VECTOR / 2; d > 0; d /= 2) {
      sdata[threadIdx.x] = sum;
      __syncwarp(mask);
      if (thread_lane < IndexType(d)) sum += sdata[threadIdx.x + d];
      __syncwarp(mask);
    }
    if (thread_lane == 0) y[row] = sum;
  }
}

template <class T>
T* upload(const std::vector<T>& host) {
  T* device;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

int main() {
  const int rows = 700, columns = 900;
  std::vector<int> Ap(1, 0), Aj;
  std::vector<double> Ax, x(columns), expected(rows), y(rows);
  for (int j = 0; j < columns; ++j) x[j] = j % 13 - 6;
  for (int i = 0; i < rows; ++i) {
    const int length = i % 10 == 0 ? 0 : i % 97 == 0 ? 200 : i % 7 + 1;
    for (int k = 0; k < length; ++k) {
      Aj.push_back((i * 31 + k * 17) % columns);
      Ax.push_back((i + k) % 9 - 4);
      expected[i] += Ax.back() * x[Aj.back()];
    }
    Ap.push_back(int(Aj.size()));
  }
  int *d_Ap = upload(Ap), *d_Aj = upload(Aj);
  double *d_Ax = upload(Ax), *d_x = upload(x), *d_y = upload(y);
  double checksum = 0;
  for (int kernel = 0; kernel < 2; ++kernel) {
    cudaMemset(d_y, 0xff, rows * sizeof(double));
    if (kernel == 0)
      spmv_csr_scalar<int, double><<<3, 128>>>(rows, d_Ap, d_Aj, d_Ax, d_x, d_y);
    else
      spmv_csr_vector<int, double, 4, 32><<<dim3(40), dim3(128)>>>(rows, d_Ap, d_Aj, d_Ax, d_x, d_y);
    cudaMemcpy(y.data(), d_y, rows * sizeof(double), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < rows; ++i) {
      wrong += !(std::fabs(y[i] - expected[i]) < 1e-9);
      checksum += y[i];
    }
    std::printf("%s: %d wrong rows, sum %.0f\n", kernel == 0 ? "scalar" : "vector", wrong, checksum);
  }
  cudaFree(d_Ap), cudaFree(d_Aj), cudaFree(d_Ax), cudaFree(d_x), cudaFree(d_y);
  return 0;
}
