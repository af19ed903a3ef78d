// The sort that a task may be given (kit::Arguments::sort). It works on the host: nothing here is timed, and
// there is no kernel in it that an exercise asks for.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

namespace warpgrade::runner {

class Device;

/// Of the call that runs next: its own copies are no work of the submission to it.
void give_sort(Device& device);

/// See kit::Arguments::sort. Throws CudaError.
void sort_values(const std::uint32_t* from, std::uint32_t* to, std::size_t n, cudaStream_t stream);

}  // namespace warpgrade::runner
