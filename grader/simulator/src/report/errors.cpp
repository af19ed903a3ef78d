#include "report/errors.hpp"

#include "state/simulation.hpp"

namespace wgsim::core {

struct KernelErrors {
  cudaError_t last = cudaSuccess, sticky = cudaSuccess;
};

void set_error(cudaError_t error) {
  if (error != cudaSuccess) simulation.errors->last = error;
}

cudaError_t set_and_return(cudaError_t error) {
  set_error(error);
  return error;
}

void set_sticky_error(cudaError_t error) {
  if (simulation.errors->sticky == cudaSuccess) simulation.errors->sticky = error;
}

cudaError_t sticky_error() { return simulation.errors->sticky; }

cudaError_t peek_last_error() {
  return simulation.errors->sticky != cudaSuccess ? simulation.errors->sticky : simulation.errors->last;
}

cudaError_t take_last_error() {
  const cudaError_t error = peek_last_error();
  simulation.errors->last = cudaSuccess;
  return error;
}

void clear_errors() { *simulation.errors = {}; }

}  // namespace wgsim::core
