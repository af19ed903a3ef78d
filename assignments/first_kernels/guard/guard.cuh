// Guard: n is rarely a multiple of the threads of a block.
#pragma once

#include <cuda_runtime.h>

namespace guard {

// Any n >= 0. The arrays lie on the device and have n elements. Inputs are not changed. The results are
// complete when the work on `stream` is.

/// Task write: out[i] = in[i] where that is positive, else 0.
void rectify(const int* in, int* out, int n, cudaStream_t stream);

/// Task repair: out[i] = in[i] + amount, and 255 where that is more. 0 <= amount <= 255.
void brighten(const unsigned char* in, unsigned char* out, int n, int amount, cudaStream_t stream);

}  // namespace guard
