// What every .cu file sees without an #include, as with nvcc: CUDA's types, intrinsics, atomics and runtime
// API, as plain C++ on top of wgsim/abi.h. It is kept small, since each submission compiles it.
//
// __global__, __device__, __shared__, … and <<<…>>> are not here: the rewriter removes them after
// preprocessing.
#pragma once

#define __WGSIM__ 1  // for code that must know that it is simulated

// clang-format off: it comes first, since the library's headers use it
#include "wgsim/memory_functions.h"
// clang-format on

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuda_runtime_api.h"
#include "math_functions.h"
#include "vector_functions.h"
#include "wgsim/abi.h"
#include "wgsim/atomics.h"
#include "wgsim/builtin_atomics.h"
#include "wgsim/builtin_variables.h"
#include "wgsim/counting.h"
#include "wgsim/float_intrinsics.h"
#include "wgsim/integer_intrinsics.h"
#include "wgsim/launch.h"
#include "wgsim/launch_packed.h"
#include "wgsim/loads.h"
#include "wgsim/local_array.h"
#include "wgsim/refused.h"
#include "wgsim/simd_intrinsics.h"
#include "wgsim/synchronization.h"
#include "wgsim/textures.h"
#include "wgsim/warp.h"

// ---- Include guards of CUDA's headers ---------------------------------------------------------------------
// Headers that come with NVIDIA's samples ask for them, to see what was included before.
#define __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_TYPES_H__

// ---- Typed forms of the allocation functions --------------------------------------------------------------
// (The casts are those of C, since a program may keep a const T* to what it allocates.)
template <class T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes, WGSIM_HERE) {
  return cudaMalloc((void**)pointer, bytes, site);
}
template <class T>
cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned flags = cudaMemAttachGlobal,
                              WGSIM_HERE) {
  return cudaMallocManaged((void**)pointer, bytes, flags, site);
}
template <class T>
cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                            WGSIM_HERE) {
  return cudaMallocPitch((void**)pointer, pitch, width, height, site);
}
template <class T>
cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream, WGSIM_HERE) {
  return cudaMallocAsync((void**)pointer, bytes, stream, site);
}
template <class T>
cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream,
                            WGSIM_HERE) {
  return cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream, site);
}
template <class T>
cudaError_t cudaMallocFromPoolAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream,
                                    WGSIM_HERE) {
  return cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream, site);
}
template <class T>
cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned flags = cudaHostAllocDefault,
                           WGSIM_HERE) {
  return cudaMallocHost((void**)pointer, bytes, flags, site);
}
template <class T>
cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned flags, WGSIM_HERE) {
  return cudaHostAlloc((void**)pointer, bytes, flags, site);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags, WGSIM_HERE) {
  return cudaHostGetDevicePointer((void**)device, host, flags, site);
}

// ---- Device and constant variables, by name ---------------------------------------------------------
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice, WGSIM_HERE) {
  return wgsim::copy_to_symbol(&symbol, from, bytes, offset, kind, nullptr, site);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream = nullptr, WGSIM_HERE) {
  return wgsim::copy_to_symbol(&symbol, from, bytes, offset, kind, stream, site);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost, WGSIM_HERE) {
  return wgsim::copy_from_symbol(to, &symbol, bytes, offset, kind, nullptr, site);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream = nullptr, WGSIM_HERE) {
  return wgsim::copy_from_symbol(to, &symbol, bytes, offset, kind, stream, site);
}
template <class P, class T>
cudaError_t cudaGetSymbolAddress(P** pointer, const T& symbol, WGSIM_HERE) {
  return wgsim::symbol_address((void**)pointer, &symbol, site);
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol, WGSIM_HERE) {
  return wgsim::symbol_size(bytes, &symbol, site);
}

// ---- Kernels: attributes and occupancy --------------------------------------------------------------
template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value, WGSIM_HERE) {
  return wgsim::set_kernel_attribute(reinterpret_cast<const void*>(kernel), attribute, value, site);
}
template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return wgsim::get_kernel_attributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class Kernel>
cudaError_t cudaFuncSetCacheConfig(Kernel*, cudaFuncCache) {
  return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel, int block_size,
                                                          std::size_t dynamic_shared_bytes) {
  return wgsim::max_active_blocks(blocks, reinterpret_cast<const void*>(kernel), block_size,
                                  dynamic_shared_bytes);
}
/// On the simulated device each kernel is best run with the largest block, and with as many blocks as are
/// resident at the same time.
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size, Kernel* kernel,
                                               std::size_t dynamic_shared_bytes = 0,
                                               int block_size_limit = 0) {
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDeviceProperties(&properties, 0);
  if (error != cudaSuccess) return error;
  const bool limited = block_size_limit > 0 && block_size_limit < properties.maxThreadsPerBlock;
  *block_size = limited ? block_size_limit : properties.maxThreadsPerBlock;
  int blocks = 0;
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, *block_size, dynamic_shared_bytes);
  *min_grid_size = blocks * properties.multiProcessorCount;
  return error;
}

#undef WGSIM_HERE
