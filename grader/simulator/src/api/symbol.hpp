// What other functions of the runtime API need of __device__ and __constant__ variables.
#pragma once

namespace wgsim::api {

/// True if the program asked cudaGetSymbolAddress for this variable, so that a pointer to it is meant.
bool symbol_address_taken(const void* variable);

}  // namespace wgsim::api
