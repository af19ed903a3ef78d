// The storage behind threadIdx and the like.
#include "schedule/builtin_variables.hpp"

namespace wgsim::core {

uint3 builtin_thread_idx = {};
uint3 builtin_block_idx = {};
uint3 builtin_block_dim = {};
uint3 builtin_grid_dim = {};

}  // namespace wgsim::core
