// What the kernels of a program cost, as JSON: all counters of each kernel, for scripts.
#pragma once

#include <string>

#include "wgsim/simulator.hpp"

namespace wgsim::driver {

/// {"kernels": [{"kernel": "saxpy", "launches": 1, "global_requests": 65536, …}, …]}
std::string cost_json(const Costs& costs);

}  // namespace wgsim::driver
