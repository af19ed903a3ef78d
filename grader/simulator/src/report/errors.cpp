#include "report/errors.hpp"

#include "report/findings.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

struct KernelErrors {
  cudaError_t last = cudaSuccess, sticky = cudaSuccess;
  std::string failed_allocation;
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

void note_allocation(std::size_t bytes, Site site, bool succeeded) {
  simulation.errors->failed_allocation =
      succeeded ? "" : words(Phrase::allocation_failed, {{"bytes", bytes}, {"place", short_place(site)}});
}

std::string words_about_failed_allocation() { return simulation.errors->failed_allocation; }

void clear_errors() { *simulation.errors = {}; }

}  // namespace wgsim::core
