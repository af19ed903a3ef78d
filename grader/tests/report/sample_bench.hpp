// A bench result made by hand: tasks that behave as on a large card, and one that could not be measured.
#pragma once

#include "model/bench_result.hpp"

namespace warpgrade::support {

BenchResult sample_bench();

}  // namespace warpgrade::support
