#include "report/errors.hpp"

namespace wgsim::core {

namespace {
struct Errors {
  cudaError_t last = cudaSuccess, sticky = cudaSuccess;
};
Errors errors;
}  // namespace

void set_error(cudaError_t error) {
  if (error != cudaSuccess) errors.last = error;
}

cudaError_t set_and_return(cudaError_t error) {
  set_error(error);
  return error;
}

void set_sticky_error(cudaError_t error) {
  if (errors.sticky == cudaSuccess) errors.sticky = error;
}

cudaError_t sticky_error() { return errors.sticky; }

cudaError_t peek_last_error() { return errors.sticky != cudaSuccess ? errors.sticky : errors.last; }

cudaError_t take_last_error() {
  const cudaError_t error = peek_last_error();
  errors.last = cudaSuccess;
  return error;
}

void clear_errors() { errors = {}; }

}  // namespace wgsim::core
