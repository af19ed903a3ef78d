// What the scheduler asks of the barriers.
#pragma once

#include "grid/grid.hpp"

namespace wgsim::core {

/// A thread of the block exited: a barrier that only waited for it is complete.
void settle_barriers(Block& block);

}  // namespace wgsim::core
