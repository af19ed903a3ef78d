// expect: out_of_bounds write
// Guards the rows only: beside the end of a row lies the next one.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

constexpr int kBlockSide = 16;  // a block has 16 * 16 threads

/// Blocks for so many rows or columns: rounded up.
inline int blocks_for(int length) { return (length + kBlockSide - 1) / kBlockSide; }

__global__ void grey_kernel(const unsigned char* rgb, unsigned char* out, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height) {
    const int p = row * width + column;
    const int red = rgb[3 * p], green = rgb[3 * p + 1], blue = rgb[3 * p + 2];
    out[p] = (77 * red + 150 * green + 29 * blue) / 256;
  }
}

void grey(const unsigned char* rgb, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;  // a launch of 0 blocks is an error
  const dim3 block(kBlockSide, kBlockSide);
  const dim3 grid(blocks_for(width), blocks_for(height));  // x: columns, y: rows
  grey_kernel<<<grid, block, 0, stream>>>(rgb, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace image
