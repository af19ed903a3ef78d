// The costs of the kernels of a program, as JSON for scripts: all counters of each kernel.
#pragma once

#include <string>

#include "wgsim/simulator.hpp"

namespace wgsim::driver {

/// {"kernels": [{"kernel": "saxpy", "launches": 1, "global_requests": 65536, …}, …]}
std::string cost_json(const Costs& costs);

}  // namespace wgsim::driver
