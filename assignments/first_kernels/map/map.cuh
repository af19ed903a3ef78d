// Map: one thread for each element.
#pragma once

#include <cuda_runtime.h>

namespace map {

// The arrays lie on the device and have n elements; n is a multiple of 256. Inputs are not changed. The
// results are complete when the work on `stream` is.

/// Task write: out[i] = in[i] * in[i].
void square(const float* in, float* out, int n, cudaStream_t stream);

/// Task repair: out[i] = a[i] - b[i].
void subtract(const float* a, const float* b, float* out, int n, cudaStream_t stream);

}  // namespace map
