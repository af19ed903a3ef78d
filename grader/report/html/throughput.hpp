// The times of a task on a GPU: throughput against n under the roof that a copy of memory sets, with the
// tiers as lines between.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::report::html {

/// Charts, the table, its footnotes and what the times are worth. For a task that is right and not timed yet:
/// what its tiers ask for. Else empty.
std::string throughput(const TaskResult& task);

}  // namespace warpgrade::report::html
