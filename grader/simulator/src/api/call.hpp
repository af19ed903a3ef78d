// What the functions of the runtime API share: how each begins and ends, and what they need of each other.
#pragma once

#include "check/access.hpp"
#include "cuda_runtime_api.h"
#include "report/errors.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/host_code.hpp"
#include "schedule/streams.hpp"
#include "wgsim/abi.h"

namespace wgsim::api {

/// Refuses a call from a kernel. Runs the body unless an earlier kernel broke the device: then every call
/// returns its error. Records what it returns for cudaGetLastError.
template <class Body>
cudaError_t call(const char* function, Site site, Body body) {
  if (in_kernel())
    core::end_kernel(core::Problem::not_in_kernels, {{"function", function}}, site, cudaErrorNotSupported);
  const core::DeviceLock lock(site);
  if (const cudaError_t error = core::sticky_error(); error != cudaSuccess) return error;
  return core::set_and_return(body());
}

/// A call that may wait for the device.
template <class Body>
cudaError_t call_that_may_wait(const char* function, Site site, Body body) {
  return call(function, site, [&] {
    const cudaError_t error = core::forbidden_by_capture(nullptr, core::Doing::may_wait, function, site);
    return error == cudaSuccess ? body() : error;
  });
}

// ---- copy.cpp ----------------------------------------------------------------------------------------

/// Copies between any kinds of memory, together with the bits that say which bytes were written. Checks
/// nothing.
void copy_bytes(void* to, const void* from, std::size_t bytes);
/// Fills elements of 1, 2 or 4 bytes, as work of a stream.
cudaError_t fill_elements(const char* function, const cudaMemsetParams& fill, cudaStream_t stream, Site site);
/// copy_bytes() as work of a stream, for which the host waits if memory of the host takes part.
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
  return call(function, site, [&] {
    if (!check_stream(stream, function, site)) return cudaErrorInvalidResourceHandle;
    const cudaError_t error = core::forbidden_by_capture(stream, core::Doing::work, function, site);
    return error == cudaSuccess ? body() : error;
  });
}

// ---- symbol.cpp --------------------------------------------------------------------------------------

/// True if the program asked cudaGetSymbolAddress for this variable, so that a pointer to it is meant.
bool symbol_address_taken(const void* variable);

}  // namespace wgsim::api
