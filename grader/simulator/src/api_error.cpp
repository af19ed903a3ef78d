// Errors of the runtime API: names, texts, the last error.
#include <string>

#include "api.hpp"

namespace wgsim::api {

cudaError_t begin(const char* function, Site site) {
  if (in_kernel())
    unsupported((std::string(function) + " called by a kernel").c_str(), "the runtime API is for host code",
                site);
  return core::sticky_error();
}

}  // namespace wgsim::api

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define X(name, value, text) \
  case name:                 \
    return #name;
#include "wgsim/cuda_errors.def"
#undef X
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define X(name, value, text) \
  case name:                 \
    return text;
#include "wgsim/cuda_errors.def"
#undef X
  }
  return "unrecognized error code";
}

cudaError_t cudaGetLastError() { return wgsim::core::take_last_error(); }
cudaError_t cudaPeekAtLastError() { return wgsim::core::peek_last_error(); }
