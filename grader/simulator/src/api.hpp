// What the files of the runtime API (api_*.cpp) share.
#pragma once

#include <cstddef>

#include "core.hpp"
#include "cuda_runtime_api.h"

namespace wgsim::api {

/// How an API function begins: refuses a call from a kernel; else the sticky error, which every call returns
/// once a kernel went wrong.
cudaError_t begin(const char* function, Site site);

/// Runs the body unless an earlier kernel broke the device; records what it returns for cudaGetLastError.
template <class Body>
cudaError_t call(const char* function, Site site, Body body) {
  if (const cudaError_t error = begin(function, site); error != cudaSuccess) return error;
  return core::set_and_return(body());
}

/// True for the default streams and for those made and not destroyed; else it reports a finding.
bool check_stream(cudaStream_t stream, const char* function, Site site);

/// Host memory from cudaMallocHost or cudaHostAlloc: kernels may use it too.
bool is_pinned(const void* pointer);

/// True if cudaGetSymbolAddress was asked for this variable, so that a pointer to it is meant.
bool symbol_address_taken(const void* variable);

/// Copies between any memories, along with the knowledge which bytes were written. No checks.
void copy_bytes(void* to, const void* from, std::size_t bytes);

}  // namespace wgsim::api
