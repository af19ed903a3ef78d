// simulator: write
// cheat: Trampolines guard names, not virtual tables: the host takes the address of
//   ctype<char>::do_widen(lo, hi, to), a memcpy of libstdc++, from the facet's table; one thread calls it
//   in the kernel.
// stopped by: a kernel jumps only to code of its own and to entries of libraries (simulator/src/jumps.cpp)
#include <iostream>

#include <warpgrade/student.cuh>

#include "map.cuh"
namespace map {
using Widen = const char* (*)(const void*, const char*, const char*, char*);
__global__ void square_kernel(Widen widen, const float* in, float* out, int n) {
  float room[64];
  int i = 0;
again:
  widen(nullptr, (const char*)(in + i), (const char*)(in + i + 64), (char*)room);
  int k = 0;
each:
  room[k] *= room[k];
  if (++k < 64) goto each;
  widen(nullptr, (const char*)room, (const char*)(room + 64), (char*)(out + i));
  if ((i += 64) < n) goto again;
}
void square(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return;
  const auto& facet = std::use_facet<std::ctype<char>>(std::locale::classic());
  // Itanium ABI: two destructors, do_toupper ×2, do_tolower ×2, do_widen ×2, do_narrow ×2
  void* const* const table = *(void* const* const*)&facet;
  square_kernel<<<1, 1, 0, stream>>>((Widen)table[7], in, out, n);
}
}  // namespace map
