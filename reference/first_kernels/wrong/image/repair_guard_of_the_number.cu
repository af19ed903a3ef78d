// expect: wrong_answer repair
// Keeps the wrong number, and lets only those through that lie in the picture.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

constexpr int kBlockSide = 16;  // a block has 16 * 16 threads

/// Blocks for so many rows or columns: rounded up.
inline int blocks_for(int length) { return (length + kBlockSide - 1) / kBlockSide; }

__global__ void mirror_kernel(const unsigned char* in, unsigned char* out, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    const int here = column * width + row;
    const int there = row * width + (width - 1 - column);
    if (here < width * height) out[there] = in[here];
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
