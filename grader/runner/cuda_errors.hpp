// CUDA's error codes in a student's words. Compiled for both devices: the simulator gives the same codes.
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include "model/finding.hpp"

namespace warpgrade::runner {

/// The finding for an error that the runtime reported while a task ran.
Finding explain_cuda_error(cudaError_t error);

/// For the runner's own calls: throws the DeviceFault "CUDA can't WHAT: …" unless error is cudaSuccess.
void require(cudaError_t error, const std::string& what);

}  // namespace warpgrade::runner
