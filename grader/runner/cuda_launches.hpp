// Kernel launches of a submission that CUDA refused. The runtime's error alone does not tell a refused launch
// from any other call with a bad argument (both may be cudaErrorInvalidValue), so the linker makes
// launches call our functions: by --wrap=cudaLaunchKernel (CUDA 12) and --wrap=__cudaLaunchKernel (CUDA 13).
// Each is in a file of its own, so that only the one that nvcc's code calls is linked.
#pragma once

#include <cstddef>
#include <optional>

#include <cuda_runtime_api.h>

#include "model/finding.hpp"

namespace warpgrade::runner {

/// Remembers the first launch since forget_launches() that was refused. Returns `error`.
cudaError_t note_launch(cudaError_t error, dim3 grid, dim3 block, std::size_t shared_bytes);
void forget_launches();
std::optional<Finding> explain_refused_launch();

}  // namespace warpgrade::runner
