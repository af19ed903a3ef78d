// What clangd includes before a .cu file (./grade editor), so that an editor knows
// CUDA's names where there is no CUDA. Nothing is compiled with it.
//
// clang reads the file as CUDA, for the host. There a kernel may call only what is marked for the device, so
// all that is included here counts as both.
#pragma once

#define __CUDACC__ 1
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))

// clang has declared some of these for the host already.
#include <exception>
#include <new>
#include <stdlib.h>

#pragma clang force_cuda_host_device begin
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#pragma clang force_cuda_host_device end

/// What clang makes of `<<<grid, block, shared_bytes, stream>>>`: the second where it finds no CUDA Toolkit.
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                                                cudaStream_t stream = nullptr);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                                         cudaStream_t stream = nullptr);
