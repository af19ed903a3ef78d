// Barrier: threads of a block work together in shared memory.
#pragma once

#include <cuda_runtime.h>

namespace barrier {

// Any n >= 0. The arrays lie on the device and have n elements. Inputs are not changed. The results are
// complete when the work on `stream` is. Each element of `in` is read from global memory once, apart from
// those at the borders between two blocks.

/// Task write: out[i] = in[i] - in[i - 1], the change since the element before; out[0] = in[0].
void change(const int* in, int* out, int n, cudaStream_t stream);

/// Task repair: out[i] = in[i - 1] + in[i] + in[i + 1]; what lies outside of the array counts as 0.
void sum_of_three(const int* in, int* out, int n, cudaStream_t stream);

}  // namespace barrier
