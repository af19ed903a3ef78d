// What can't be simulated: with one of these macros this file must not compile, for the reason behind it.

#ifdef ATOMIC_MIN_FLOAT  // no atomicMin for float
float f(float* p) { return atomicMin(p, 1.0f); }
#endif

#ifdef DRIVER_API  // can't simulate the driver API
#include <cuda.h>

int f() { return cuInit(0); }
#endif

#ifdef CUSOLVER  // can't simulate cusolverDn.h
#include <cusolverDn.h>
#endif

#ifdef GRAPH  // can't simulate this kind of node of CUDA graphs
void f() { cudaGraphAddChildGraphNode(nullptr, nullptr, nullptr, 0, nullptr); }
#endif

#ifdef OLD_SHUFFLE  // use __shfl_down_sync
int f(int x) { return __shfl_down(x, 1); }
#endif

#ifdef REMOVED_FROM_CUDA  // use cudaDeviceSynchronize
void f() { cudaThreadSynchronize(); }
#endif

#ifdef REMOVED_RESET  // use cudaDeviceReset
void f() { cudaThreadExit(); }
#endif

#ifdef TEXTURE  // can't simulate textures of three dimensions
void f() { tex3D<float>(0, 0, 0, 0); }
#endif

#ifdef CUFFT  // can't simulate cufft.h
#include <cufft.h>
#endif
