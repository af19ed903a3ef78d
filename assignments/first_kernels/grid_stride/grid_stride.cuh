// Grid-stride loop: a fixed number of threads, any number of elements.
#pragma once

#include <cuda_runtime.h>

namespace grid_stride {

// Any n >= 0. The arrays lie on the device and have n elements. Inputs are not changed. The results are
// complete when the work on `stream` is.

/// Task write: out[i] = a * x[i] + y[i].
void scale_and_add(int a, const int* x, const int* y, int* out, int n, cudaStream_t stream);

/// Task repair: out[i] = the larger one of a[i] and b[i].
void larger(const int* a, const int* b, int* out, int n, cudaStream_t stream);

}  // namespace grid_stride
