// make_int2(x, y), make_float4(x, y, z, w), …: one for each short vector type.
#pragma once

#include "vector_types.h"

#define WGSIM_MAKE_VECTORS(name, T)                                     \
  constexpr name##1 make_##name##1(T x) { return {x}; }                 \
  constexpr name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  constexpr name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  constexpr name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

WGSIM_MAKE_VECTORS(char, signed char)
WGSIM_MAKE_VECTORS(uchar, unsigned char)
WGSIM_MAKE_VECTORS(short, short)
WGSIM_MAKE_VECTORS(ushort, unsigned short)
WGSIM_MAKE_VECTORS(int, int)
WGSIM_MAKE_VECTORS(uint, unsigned int)
WGSIM_MAKE_VECTORS(long, long)
WGSIM_MAKE_VECTORS(ulong, unsigned long)
WGSIM_MAKE_VECTORS(longlong, long long)
WGSIM_MAKE_VECTORS(ulonglong, unsigned long long)
WGSIM_MAKE_VECTORS(float, float)
WGSIM_MAKE_VECTORS(double, double)

#undef WGSIM_MAKE_VECTORS
