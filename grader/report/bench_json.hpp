// ./grade bench --json: all figures.
#pragma once

#include <iosfwd>

#include "model/bench_result.hpp"

namespace warpgrade::report {

void write_bench_json(std::ostream& out, const BenchResult& result);

}  // namespace warpgrade::report
