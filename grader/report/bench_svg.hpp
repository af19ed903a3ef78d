// ./grade bench --svg: throughput against bytes, both in powers of two, one panel for each task, under the
// roofs that the card sets (the roofline of Williams, Waterman & Patterson, 2009).
#pragma once

#include <iosfwd>

#include "model/bench_result.hpp"

namespace warpgrade::report {

void write_bench_svg(std::ostream& out, const BenchResult& result);

}  // namespace warpgrade::report
