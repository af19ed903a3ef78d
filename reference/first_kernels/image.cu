// Image: rows and columns. The story is in the handout, assignments/first_kernels/image/README.md.
//
// Change only what stands between TODO and END TODO.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

constexpr int kBlockSide = 16;  // a block has 16 * 16 threads

/// Blocks for so many rows or columns: rounded up.
inline int blocks_for(int length) { return (length + kBlockSide - 1) / kBlockSide; }

// ==== write: colour to grey ============================================================================

__global__ void grey_kernel(const unsigned char* rgb, unsigned char* out, int width, int height) {
  // TODO: compute this thread's column (from x) and row (from y). A thread without a pixel does nothing.
  //       Then the number p of the pixel, and out[p] = (77 * red + 150 * green + 29 * blue) / 256.
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    const int p = row * width + column;
    const int red = rgb[3 * p], green = rgb[3 * p + 1], blue = rgb[3 * p + 2];
    out[p] = (77 * red + 150 * green + 29 * blue) / 256;
  }
  // END TODO
}

void grey(const unsigned char* rgb, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;  // a launch of 0 blocks is an error
  const dim3 block(kBlockSide, kBlockSide);
  const dim3 grid(blocks_for(width), blocks_for(height));  // x: columns, y: rows
  grey_kernel<<<grid, block, 0, stream>>>(rgb, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

// ==== repair: left and right exchanged =================================================================

__global__ void mirror_kernel(const unsigned char* in, unsigned char* out, int width, int height) {
  // TODO: this kernel has one mistake. Find it and repair it.
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    const int here = row * width + column;
    const int there = row * width + (width - 1 - column);
    out[there] = in[here];
  }
  // END TODO
}

/// There is no mistake in here.
void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;
  const dim3 block(kBlockSide, kBlockSide);
  const dim3 grid(blocks_for(width), blocks_for(height));
  mirror_kernel<<<grid, block, 0, stream>>>(in, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace image
