// What the functions of the runtime API share: how each begins and ends, and what they need of each other.
#pragma once

#include "check/access.hpp"
#include "cuda_runtime_api.h"
#include "report/errors.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/host_code.hpp"
#include "wgsim/abi.h"

namespace wgsim::api {

/// Refuses a call from a kernel. Otherwise returns the sticky error, which every call returns once a kernel
/// went wrong.
inline cudaError_t begin(const char* function, Site site) {
  core::require_one_host_thread(site);
  if (in_kernel())
    core::end_kernel(core::Problem::not_in_kernels, {{"function", function}}, site, cudaErrorNotSupported);
  return core::sticky_error();
}

/// Runs the body unless an earlier kernel broke the device; records what it returns for cudaGetLastError.
template <class Body>
cudaError_t call(const char* function, Site site, Body body) {
  if (const cudaError_t error = begin(function, site); error != cudaSuccess) return error;
  return core::set_and_return(body());
}

// ---- copy.cpp ----------------------------------------------------------------------------------------

/// Copies between any kinds of memory, together with the bits that say which bytes were written. Checks
/// nothing.
void copy_bytes(void* to, const void* from, std::size_t bytes);
/// The same as work of a stream, for which the host waits if memory of the host takes part.
void copy_in_stream(const char* function, void* to, const void* from, std::size_t bytes, cudaStream_t stream,
                    Site site);

// ---- memory.cpp --------------------------------------------------------------------------------------

/// Host memory from cudaMallocHost or cudaHostAlloc: kernels may use it too.
bool is_pinned(const void* pointer);

// ---- stream.cpp --------------------------------------------------------------------------------------

/// True for the default streams, and for streams that were made and not destroyed. Otherwise reports a
/// finding.
bool check_stream(cudaStream_t stream, const char* function, Site site);

/// A call of a function that works in a stream.
template <class Body>
cudaError_t call_in(cudaStream_t stream, const char* function, Site site, Body body) {
  return call(function, site,
              [&] { return check_stream(stream, function, site) ? body() : cudaErrorInvalidResourceHandle; });
}

// ---- symbol.cpp --------------------------------------------------------------------------------------

/// True if the program asked cudaGetSymbolAddress for this variable, so that a pointer to it is meant.
bool symbol_address_taken(const void* variable);

}  // namespace wgsim::api
