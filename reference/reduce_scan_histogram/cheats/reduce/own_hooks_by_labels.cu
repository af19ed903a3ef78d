// simulator: shared_memory
// cheat: as own_hooks, but the hooks have harmless names in the source; labels for the assembler give
//   them the others.
// stopped by: an object that defines a hook is refused, whatever the source calls it
#include "host_tree.cuh"

#define PASTE(a, b) a##b
#define NAMED(name) PASTE(__as, m__)(name)

extern "C" {
void nothing_read1(void*) NAMED("__tsan_read1");
void nothing_written1(void*) NAMED("__tsan_write1");
void nothing_read2(void*) NAMED("__tsan_read2");
void nothing_written2(void*) NAMED("__tsan_write2");
void nothing_read4(void*) NAMED("__tsan_read4");
void nothing_written4(void*) NAMED("__tsan_write4");
void nothing_read8(void*) NAMED("__tsan_read8");
void nothing_written8(void*) NAMED("__tsan_write8");
void nothing_read16(void*) NAMED("__tsan_read16");
void nothing_written16(void*) NAMED("__tsan_write16");
void nothing_read1(void*) {}
void nothing_written1(void*) {}
void nothing_read2(void*) {}
void nothing_written2(void*) {}
void nothing_read4(void*) {}
void nothing_written4(void*) {}
void nothing_read8(void*) {}
void nothing_written8(void*) {}
void nothing_read16(void*) {}
void nothing_written16(void*) {}
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
