// Right, and plain: blocks of 32 × 32 pixels, whose last column may be nearly empty, and of 8 × 8, whose
// warps read four rows at once.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

inline dim3 grid_for(int width, int height, int side) {
  return dim3((width + side - 1) / side, (height + side - 1) / side);
}

__global__ void grey_kernel(const unsigned char* rgb, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int p = y * width + x;
  out[p] = (77 * rgb[3 * p] + 150 * rgb[3 * p + 1] + 29 * rgb[3 * p + 2]) / 256;
}

void grey(const unsigned char* rgb, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;
  grey_kernel<<<grid_for(width, height, 32), dim3(32, 32), 0, stream>>>(rgb, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void mirror_kernel(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + width - 1 - x];
}

void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;
  mirror_kernel<<<grid_for(width, height, 8), dim3(8, 8), 0, stream>>>(in, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace image
