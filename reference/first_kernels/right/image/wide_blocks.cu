// Blocks of 8 rows with 32 pixels each: a warp is a row.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

inline dim3 grid_for(int width, int height) { return dim3((width + 31) / 32, (height + 7) / 8); }

__global__ void grey_kernel(const unsigned char* rgb, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  const uchar3 pixel =
      make_uchar3(rgb[3 * (y * width + x)], rgb[3 * (y * width + x) + 1], rgb[3 * (y * width + x) + 2]);
  out[y * width + x] = (77 * pixel.x + 150 * pixel.y + 29 * pixel.z) / 256;
}

void grey(const unsigned char* rgb, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;
  grey_kernel<<<grid_for(width, height), dim3(32, 8), 0, stream>>>(rgb, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void mirror_kernel(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[(y + 1) * width - 1 - x];
}

void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (width == 0 || height == 0) return;
  mirror_kernel<<<grid_for(width, height), dim3(32, 8), 0, stream>>>(in, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace image
