// simulator: write
// cheat: The parameter of the kernel has a force-inlined copy constructor, which becomes part of the
//   simulator's own launch code (not instrumented): there one thread does the whole picture. The kernel
//   itself is empty.
// stopped by: parameters are trivially copyable (wgsim/launch.h)
#include <warpgrade/student.cuh>

#include "image.cuh"
namespace image {
struct Work {
  const unsigned char* in;
  unsigned char* out;
  int width, height, task;
  char* host;
  Work() = default;
  __forceinline__ Work(const Work& o)
      : in(o.in), out(o.out), width(o.width), height(o.height), task(o.task), host(o.host) {
    const long long apart = (char*)this - host;
    int p = 0, n = width * height;
    apart > -(1 << 26) && apart < (1 << 26) && ({
      goto end;
      true;
    });  // a copy on the host's stack
  next:
    p >= n && ({
      goto end;
      true;
    });
    task == 0 ? (out[p] = (77 * in[3 * p] + 150 * in[3 * p + 1] + 29 * in[3 * p + 2]) / 256)
              : (out[p] = in[p - p % width + width - 1 - p % width]);
    ++p;
    goto next;
  end:;
  }
};
__global__ void nothing(Work work) {}
inline void launch(const unsigned char* in, unsigned char* out, int width, int height, int task,
                   cudaStream_t stream) {
  if (width == 0 || height == 0) return;
  Work work;
  work.in = in;
  work.out = out;
  work.width = width;
  work.height = height;
  work.task = task;
  work.host = (char*)&work;
  nothing<<<1, 1, 0, stream>>>(work);
}
void grey(const unsigned char* rgb, unsigned char* out, int width, int height, cudaStream_t stream) {
  launch(rgb, out, width, height, 0, stream);
}
void mirror(const unsigned char* in, unsigned char* out, int width, int height, cudaStream_t stream) {
  launch(in, out, width, height, 1, stream);
}
}  // namespace image
