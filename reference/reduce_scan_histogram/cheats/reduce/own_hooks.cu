// simulator: shared_memory
// cheat: defines the functions that the simulator's compiler calls at each access, so that none is seen:
//   the host reads the device's memory as it likes.
// stopped by: an object that defines a hook is refused
#include "host_tree.cuh"

extern "C" {
void __tsan_read1(void*) {}
void __tsan_read2(void*) {}
void __tsan_read4(void*) {}
void __tsan_read8(void*) {}
void __tsan_read16(void*) {}
void __tsan_write1(void*) {}
void __tsan_write2(void*) {}
void __tsan_write4(void*) {}
void __tsan_write8(void*) {}
void __tsan_write16(void*) {}
}

namespace reduce {

template <class T>
__global__ void write_kernel(T* out, T sum) {
  *out = sum;
}

template <class T, class Op>
void shared_memory(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  std::vector<T> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(in[i]);
  write_kernel<<<1, 1, 0, stream>>>(out, on_the_host::tree(all.data(), n, identity, op));
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace reduce
