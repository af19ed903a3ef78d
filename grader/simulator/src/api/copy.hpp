// What other functions of the runtime API need of its copies.
#pragma once

#include <cstddef>

#include "cuda_runtime_api.h"
#include "wgsim/abi.h"

namespace wgsim::api {

/// Copies between any kinds of memory, together with the bits that say which bytes were written. Checks
/// nothing.
void copy_bytes(void* to, const void* from, std::size_t bytes);
/// The same as work of a stream, for which the host waits if memory of the host takes part.
void copy_in_stream(const char* function, void* to, const void* from, std::size_t bytes, cudaStream_t stream,
                    Site site);

}  // namespace wgsim::api
