// threadIdx and the like from the side of the library: the scheduler writes them whenever another thread
// starts or goes on. wgsim/builtin_variables.h says why they are variables.
#pragma once

#define WGSIM_BUILDING_LIBRARY
#include "wgsim/builtin_variables.h"

namespace wgsim::core {

extern uint3 builtin_thread_idx WGSIM_BUILTIN_VARIABLE(threadIdx);
extern uint3 builtin_block_idx WGSIM_BUILTIN_VARIABLE(blockIdx);
extern uint3 builtin_block_dim WGSIM_BUILTIN_VARIABLE(blockDim);
extern uint3 builtin_grid_dim WGSIM_BUILTIN_VARIABLE(gridDim);

}  // namespace wgsim::core
