// What the kernels of a program cost, as text.
#pragma once

#include <string>

#include "wgsim/simulator.hpp"

namespace wgsim::driver {

/// A table for each kernel with all its launches together and, where they are few, each one; then the source
/// lines that cost most.
std::string cost_table(const Costs& costs);

/// Of a source; empty if it can't be read.
std::string text_of_line(const std::string& file, int line);

/// JSON for scripts, all counters of each kernel:
/// {"kernels": [{"kernel": "saxpy", "launches": 1, "global_requests": 65536, …}, …]}
std::string cost_json(const Costs& costs);

}  // namespace wgsim::driver
