// CUDA's short vectors (int2, float4, …) and dim3, with CUDA's sizes and alignments. Vectors of two and four
// are aligned to their whole size (at most 16 bytes), so that a GPU moves them in one instruction; vectors
// of three are not.
#pragma once

#define WGSIM_VECTORS(name, T, alignment2, alignment4) \
  struct name##1 {                                     \
    T x;                                               \
  };                                                   \
  struct alignas(alignment2) name##2 {                 \
    T x, y;                                            \
  };                                                   \
  struct name##3 {                                     \
    T x, y, z;                                         \
  };                                                   \
  struct alignas(alignment4) name##4 {                 \
    T x, y, z, w;                                      \
  };

WGSIM_VECTORS(char, signed char, 2, 4)
WGSIM_VECTORS(uchar, unsigned char, 2, 4)
WGSIM_VECTORS(short, short, 4, 8)
WGSIM_VECTORS(ushort, unsigned short, 4, 8)
WGSIM_VECTORS(int, int, 8, 16)
WGSIM_VECTORS(uint, unsigned int, 8, 16)
WGSIM_VECTORS(long, long, 16, 16)
WGSIM_VECTORS(ulong, unsigned long, 16, 16)
WGSIM_VECTORS(longlong, long long, 16, 16)
WGSIM_VECTORS(ulonglong, unsigned long long, 16, 16)
WGSIM_VECTORS(float, float, 8, 16)
WGSIM_VECTORS(double, double, 16, 16)

#undef WGSIM_VECTORS

/// Extents of a grid or a block. Extents that are not given are 1.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
