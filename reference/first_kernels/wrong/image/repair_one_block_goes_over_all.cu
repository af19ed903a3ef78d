// expect: too_much_work repair
// One block goes over the whole picture: all but one multiprocessor have nothing to do.
#include <warpgrade/student.cuh>

#include "image.cuh"

namespace image {

__global__ void mirror_kernel(const unsigned char* in, unsigned char* out, int width, int height) {
  for (int p = threadIdx.x; p < width * height; p += blockDim.x) {
    const int row = p / width, column = p % width;
    out[row * width + (width - 1 - column)] = in[p];
  }
}

void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream) {
  mirror_kernel<<<1, 1024, 0, stream>>>(in, out, width, height);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace image
