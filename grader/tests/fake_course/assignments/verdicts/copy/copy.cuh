// Copy: out = in.
#pragma once

#include <cuda_runtime.h>

namespace copy {

/// out[i] = in[i] for i in [0, n), any n.
template <class T>
void elements(const T* in, T* out, int n, cudaStream_t stream);

}  // namespace copy
