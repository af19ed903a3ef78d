// expect: wrong_answer repair
// Takes rows from x and columns from y, so that the number is right, and the guard is not.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

constexpr int kBlockSide = 16;  // a block has 16 * 16 threads

/// Blocks for so many rows or columns: rounded up.
inline int blocks_for(int length) { return (length + kBlockSide - 1) / kBlockSide; }

__global__ void mirror_kernel(const unsigned char* in, unsigned char* out, int width, int height) {
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < height && column < width) {
    const int here = row * width + column;
    const int there = row * width + (width - 1 - column);
    out[there] = in[here];
  }
}

void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;
  const dim3 block(kBlockSide, kBlockSide);
  const dim3 grid(blocks_for(width), blocks_for(height));
  mirror_kernel<<<grid, block, 0, stream>>>(in, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace image
