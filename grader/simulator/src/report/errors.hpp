// The error state behind cudaGetLastError. A kernel that went wrong leaves a sticky error: every later call
// returns it, until the process ends (or reset_device).
#pragma once

#include <cstddef>
#include <string>

#include "driver_types.h"  // cudaError_t; the simulator's own
#include "wgsim/abi.h"

namespace wgsim::core {

/// Sets what cudaGetLastError returns. cudaSuccess changes nothing.
void set_error(cudaError_t error);
cudaError_t set_and_return(cudaError_t error);  ///< records and returns, the usual end of an API call
void set_sticky_error(cudaError_t error);       ///< the first one stays
cudaError_t sticky_error();                     ///< cudaSuccess if none
cudaError_t take_last_error();                  ///< cudaGetLastError
cudaError_t peek_last_error();
void clear_errors();  ///< as in a fresh process

/// Until an allocation succeeds again, findings about pointers name the one that failed.
void note_allocation(std::size_t bytes, Site site, bool succeeded);
/// Empty: the last one has succeeded.
std::string words_about_failed_allocation();

}  // namespace wgsim::core
