// What other functions of the runtime API need of its allocations.
#pragma once

namespace wgsim::api {

/// Host memory from cudaMallocHost or cudaHostAlloc: kernels may use it too.
bool is_pinned(const void* pointer);

}  // namespace wgsim::api
