// Types whose elements a submission may compare only with the function that it is given. An operator there
// does not compile, and the message stands at its line.
#pragma once

#include <warpgrade/ops.cuh>

#if defined(__CUDACC__) && !defined(__WGSIM__)
#define WARPGRADE_REFUSED(message) = delete
#else
#define WARPGRADE_REFUSED(message) __attribute__((error(message)))
#endif

/// After the type, in its namespace: use says what to use instead, as in "use less(x, y)".
#define WARPGRADE_NO_COMPARISON(T, use)                                                                     \
  WARPGRADE_HD bool operator<(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use);  \
  WARPGRADE_HD bool operator>(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use);  \
  WARPGRADE_HD bool operator<=(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use); \
  WARPGRADE_HD bool operator>=(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use); \
  WARPGRADE_HD bool operator==(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use); \
  WARPGRADE_HD bool operator!=(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use)
