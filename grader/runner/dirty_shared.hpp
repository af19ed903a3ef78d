// Shared memory that holds nonsense. On a card that has just begun it is often zero, and a kernel that
// forgets to set it would be right there, by luck.
#pragma once

#include <cuda_runtime_api.h>

namespace warpgrade::runner {

/// Fills all shared memory of all multiprocessors, with other bytes each time, and waits for the end. Returns
/// the first error.
cudaError_t dirty_shared_memory(cudaStream_t stream);

}  // namespace warpgrade::runner
