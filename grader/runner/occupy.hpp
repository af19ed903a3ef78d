// A short kernel that keeps all of a GPU busy.
//
// Before a timed call it gives the host time to queue the call's launches, so that the time between the
// events is the GPU's and not the host's: what a launch costs the host differs from process to process by
// microseconds. It leaves no multiprocessor a free thread, so work that a submission puts on another stream
// can't begin before the clock either. (Blocking kernels: as in NVIDIA's nvbench, but bound in time.)
#pragma once

#include <cuda_runtime_api.h>

namespace warpgrade::runner {

/// About 30 microseconds on `stream`. Returns the launch's error.
cudaError_t occupy_gpu(cudaStream_t stream);

}  // namespace warpgrade::runner
