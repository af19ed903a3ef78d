// What nvcc of CUDA 12 calls for <<<…>>>, wrapped by the linker; see cuda_launches.hpp.
#include "runner/cuda_launches.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier): the linker chose these names.
extern "C" {

cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);

cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t stream) {
  const cudaError_t error = __real_cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
  return warpgrade::runner::note_launch(error, grid, block, shared_bytes);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
