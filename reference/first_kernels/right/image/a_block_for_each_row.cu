// A block for each row, whose threads go through its columns side by side.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

constexpr int kThreads = 64;

__global__ void grey_kernel(const unsigned char* rgb, unsigned char* out, int width) {
  const unsigned char* in_row = rgb + 3 * width * blockIdx.x;
  unsigned char* out_row = out + width * blockIdx.x;
  for (int column = threadIdx.x; column < width; column += blockDim.x)
    out_row[column] =
        (77 * in_row[3 * column] + 150 * in_row[3 * column + 1] + 29 * in_row[3 * column + 2]) / 256;
}

void grey(const unsigned char* rgb, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (height == 0) return;
  grey_kernel<<<height, kThreads, 0, stream>>>(rgb, out, width);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void mirror_kernel(const unsigned char* in, unsigned char* out, int width) {
  const int begin = width * blockIdx.x, last = begin + width - 1;
  for (int column = threadIdx.x; column < width; column += blockDim.x)
    out[last - column] = in[begin + column];
}

void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream) {
  if (height == 0) return;
  mirror_kernel<<<height, kThreads, 0, stream>>>(in, out, width);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace image
