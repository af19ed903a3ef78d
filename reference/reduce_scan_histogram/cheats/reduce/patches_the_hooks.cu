// simulator: shared_memory
// cheat: makes the code of the simulator's hooks writable by a system call, and lets each return at
//   once. Then the host reads the device's memory as it likes.
// stopped by: refused before compiling
#include <cstdint>

#include "host_tree.cuh"
#include "system_call.cuh"

extern "C" {
void __tsan_read1(void*);
void __tsan_read4(void*);
void __tsan_read8(void*);
void __tsan_unaligned_read8(void*);
void __tsan_read_range(void*, long);
}

namespace reduce {

inline void patch(void (*hook)(void*)) {
  const long code = reinterpret_cast<long>(hook);
  system_call(10, code & ~4095l, 8192, 7);  // mprotect: read, write, execute
  *reinterpret_cast<volatile unsigned char*>(code) = 0xc3;
}

template <class T>
__global__ void write_kernel(T* out, T sum) {
  *out = sum;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  patch(&__tsan_read1);
  patch(&__tsan_read4);
  patch(&__tsan_read8);
  patch(&__tsan_unaligned_read8);
  patch(reinterpret_cast<void (*)(void*)>(&__tsan_read_range));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<T> all(n);
  for (std::size_t i = 0; i < n; ++i) all[i] = in[i];
  write_kernel<<<1, 1, 0, stream>>>(out, on_the_host::tree(all.data(), n, identity, op));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
