// How a function of the runtime API begins and ends.
#pragma once

#include <string>
#include <utility>

#include "check/access.hpp"
#include "cuda_runtime_api.h"
#include "report/errors.hpp"
#include "schedule/host_thread.hpp"
#include "wgsim/abi.h"

namespace wgsim::api {

/// Refuses a call from a kernel. Otherwise returns the sticky error, which every call returns once a kernel
/// went wrong.
inline cudaError_t begin(const char* function, Site site) {
  core::require_one_host_thread(site);
  if (in_kernel())
    unsupported((std::string(function) + " called by a kernel").c_str(), "the runtime API is for host code",
                site);
  return core::sticky_error();
}

/// Runs the body unless an earlier kernel broke the device; records what it returns for cudaGetLastError.
template <class Body>
cudaError_t call(const char* function, Site site, Body body) {
  if (const cudaError_t error = begin(function, site); error != cudaSuccess) return error;
  return core::set_and_return(body());
}

}  // namespace wgsim::api
