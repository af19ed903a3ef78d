// What other functions of the runtime API need of its streams.
#pragma once

#include "cuda_runtime_api.h"
#include "wgsim/abi.h"

namespace wgsim::api {

/// True for the default streams, and for streams that were made and not destroyed. Otherwise reports a
/// finding.
bool check_stream(cudaStream_t stream, const char* function, Site site);

}  // namespace wgsim::api
