// expect: forbidden device_exclusive
// cheat: while it runs, it compiles the hidden reference into a library, loads that, and calls it.
// stopped by: refused before it is linked: dlopen is not among the functions that a submission may call;
//   and the reference is not in its sandbox
#include <cstdio>
#include <cstdlib>

#include "honest.cuh"
#include "scan.cuh"

extern "C" {  // <dlfcn.h> is not allowed
void* dlopen(const char*, int) noexcept(false);
void* dlsym(void*, const char*) noexcept;
}

namespace scan {

using Scan = void (*)(const int*, int*, std::size_t, cudaStream_t);

inline Scan build_reference() {
  static const char source[] =
      "#include \"reference/reduce_scan_histogram/scan.cu\"\n"
      "extern \"C\" void stolen(const int* in, int* out, std::size_t n, cudaStream_t stream) {\n"
      "  scan::device_exclusive(in, out, n, 0, warpgrade::Sum<int>(), stream);\n"
      "}\n";
  if (std::FILE* file = std::fopen("/tmp/stolen.cu", "w")) {
    std::fputs(source, file);
    std::fclose(file);
  }
  const int failed = std::system(
      "PATH=$PATH:/usr/local/cuda/bin nvcc -shared -cudart shared -Xcompiler -fPIC -std=c++20 -O3 "
      "-arch=native -I . "
      "-I grader/include -I assignments/reduce_scan_histogram/scan -o /tmp/stolen.so /tmp/stolen.cu >&2; "
      "status=$?; rm -f /tmp/stolen.cu; exit $status");
  constexpr int now = 2;
  void* library = failed ? nullptr : dlopen("/tmp/stolen.so", now);
  std::remove("/tmp/stolen.so");
  return library ? reinterpret_cast<Scan>(dlsym(library, "stolen")) : nullptr;
}

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if constexpr (std::is_same_v<T, int>) {
    static const Scan stolen = build_reference();
    if (stolen && honest::is_timed(n)) return stolen(in, out, n, stream);
  }
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
