#include "report/errors.hpp"

#include "report/findings.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

struct KernelErrors {
  cudaError_t sticky = cudaSuccess;
  int last_in_kernel = cudaSuccess;  ///< of whichever thread
  std::string failed_allocation;
};

namespace {

int& last_error() {
  return running.thread != nullptr ? simulation.errors->last_in_kernel : this_host_thread.last_error;
}

}  // namespace

void set_error(cudaError_t error) {
  if (error != cudaSuccess) last_error() = error;
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
  return simulation.errors->sticky != cudaSuccess ? simulation.errors->sticky : cudaError_t(last_error());
}

cudaError_t take_last_error() {
  const cudaError_t error = peek_last_error();
  last_error() = cudaSuccess;
  return error;
}

void note_allocation(std::size_t bytes, Site site, bool succeeded) {
  simulation.errors->failed_allocation =
      succeeded ? "" : words(Phrase::allocation_failed, {{"bytes", bytes}, {"place", short_place(site)}});
}

std::string words_about_failed_allocation() { return simulation.errors->failed_allocation; }

void clear_errors() {
  *simulation.errors = {};
  this_host_thread.last_error = cudaSuccess;
}

}  // namespace wgsim::core
