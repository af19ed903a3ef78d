// A grid of one dimension: row and column follow from the number of the pixel.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

constexpr int kThreads = 128;

inline int blocks_for(int pixels) { return (pixels + kThreads - 1) / kThreads; }

__global__ void grey_kernel(const unsigned char* rgb, unsigned char* out, int pixels) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pixels) return;
  const unsigned char* pixel = rgb + 3 * p;
  out[p] = static_cast<unsigned char>((77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8);
}

void grey(const unsigned char* rgb, unsigned char* out, int width, int height, cudaStream_t stream) {
  const int pixels = width * height;
  if (pixels == 0) return;
  grey_kernel<<<blocks_for(pixels), kThreads, 0, stream>>>(rgb, out, pixels);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void mirror_kernel(const unsigned char* in, unsigned char* out, int width, int pixels) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pixels) return;
  const int row = p / width, column = p % width;
  out[p] = in[row * width + (width - 1 - column)];
}

void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream) {
  const int pixels = width * height;
  if (pixels == 0) return;
  mirror_kernel<<<blocks_for(pixels), kThreads, 0, stream>>>(in, out, width, pixels);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace image
