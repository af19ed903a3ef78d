// Every header that a .cu file may include, together with much of the standard library.
#include <algorithm>
#include <cassert>
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <curand.h>
#include <cusparse.h>
#include <device_atomic_functions.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <iostream>
#include <math_constants.h>
#include <math_functions.h>
#include <random>
#include <sm_20_intrinsics.h>
#include <sm_30_intrinsics.h>
#include <sm_32_intrinsics.h>
#include <sm_35_intrinsics.h>
#include <sm_61_intrinsics.h>
#include <thread>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/random.h>
#include <thrust/sort.h>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda.h>
#include <cuda/std/limits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__VECTOR_TYPES_H__)
#error "the include guards of CUDA's headers are missing"
#endif
static_assert(UINT_MAX == ~0u);

using namespace std;  // as in much coursework: no name may become ambiguous

struct Pair {
  float a;
  int b[3];
};

/// One call of each template, so that it is compiled.
int use_all(int* ints, float* floats, double* doubles, unsigned* words) {
  namespace cg = cooperative_groups;
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
  const Pair pair = tile.shfl(Pair{}, 3);
  assert(pair.b[0] == 0);
  cg::this_grid().sync();
  ints[0] = atomicAdd(ints, 1) + atomicCAS(ints, 1, 2) + __ldg(ints + 1);
  floats[0] = atomicAdd(floats, 1) + fabs(-1.5f) + pow(2.0f, 3) + __shfl_sync(~0u, floats[1], 0);
  doubles[0] = max(doubles[1], 2.0f) + rsqrt(2.0) + CUDART_PI + min(1.0, double(abs(-2)));
  words[0] =
      atomicInc(words, 7u) + __byte_perm(1, 2, 3) + min(1u, 2) + max(3ll, 4ll) + __match_any_sync(~0u, 1ll);
  __stcg(ints + 2, cg::reduce(tile, 1, cg::plus<int>()) + cg::exclusive_scan(tile, 1));
  float* memory = nullptr;
  dim3 blockDim(16, 16), gridDim(2);  // names that host code likes to use
  cudaMalloc(&memory, sizeof(float) * blockDim.x * gridDim.x);
  cudaMemcpyToSymbol(pair, ints, sizeof pair);
  return int(threadIdx.x + blockIdx.y) + warpSize + __syncthreads_count(1);
}
