// Errors of the runtime API: names, texts, the last error.
#include "cuda_runtime_api.h"
#include "report/errors.hpp"

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
