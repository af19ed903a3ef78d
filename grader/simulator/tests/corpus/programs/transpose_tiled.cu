// Transpose through a padded tile: 32 x 8 threads, each four rows; the size is no multiple of the tile.
// prints: float 0, double 0, char 0, int 0
#include <cstdio>
#include <vector>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

template <typename T>
__global__ void transposeNoBankConflicts(T* odata, const T* idata, int width, int height) {
  __shared__ T tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename T>
int transpose(int width, int height) {
  std::vector<T> in(width * height), out(width * height);
  for (int i = 0; i < width * height; i++) in[i] = T(i);
  T *d_in, *d_out;
  size_t bytes = in.size() * sizeof(T);
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  dim3 dimGrid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM, 1);
  dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);
  transposeNoBankConflicts<<<dimGrid, dimBlock>>>(d_out, d_in, width, height);
  cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) wrong += out[x * height + y] != in[y * width + x];
  cudaFree(d_in);
  cudaFree(d_out);
  return wrong;
}

int main() {
  printf("float %d, ", transpose<float>(64, 96));
  printf("double %d, ", transpose<double>(100, 33));
  printf("char %d, ", transpose<char>(65, 31));
  printf("int %d\n", transpose<int>(1, 200));
}
