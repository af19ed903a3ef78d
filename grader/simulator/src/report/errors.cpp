#include "report/errors.hpp"

namespace wgsim::core {

namespace {
cudaError_t last = cudaSuccess, sticky = cudaSuccess;
}

void set_error(cudaError_t error) {
  if (error != cudaSuccess) last = error;
}

cudaError_t set_and_return(cudaError_t error) {
  set_error(error);
  return error;
}

void set_sticky_error(cudaError_t error) {
  if (sticky == cudaSuccess) sticky = error;
}

cudaError_t sticky_error() { return sticky; }

cudaError_t peek_last_error() { return sticky != cudaSuccess ? sticky : last; }

cudaError_t take_last_error() {
  const cudaError_t error = peek_last_error();
  last = cudaSuccess;
  return error;
}

void clear_errors() { last = sticky = cudaSuccess; }

}  // namespace wgsim::core
