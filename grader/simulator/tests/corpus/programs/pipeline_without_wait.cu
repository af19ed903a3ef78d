// finding: race line 16
// The pipeline's stage is read by the thread that copied it, but nobody has waited for it.
#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void copy(const int* in, int* out) {
  __shared__ int tile[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  pipeline.producer_acquire();
  cuda::memcpy_async(block, tile, in, sizeof tile, pipeline);
  pipeline.producer_commit();
  // Missing: pipeline.consumer_wait();
  out[threadIdx.x] = tile[threadIdx.x];
  pipeline.consumer_release();
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  copy<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
}
