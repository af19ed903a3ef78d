// ./grade bench: its result as text for a terminal, as JSON and as a picture.
#pragma once

#include <iosfwd>

#include "model/bench_result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// One table for each task, a line for each size. `options`: colours and Unicode.
void write_bench_text(std::ostream& out, const BenchResult& result, const HumanOptions& options);

/// All figures.
void write_bench_json(std::ostream& out, const BenchResult& result);

/// Throughput against bytes, both in powers of two, one panel for each task, under the roofs that the card
/// sets (the roofline of Williams, Waterman & Patterson, 2009).
void write_bench_svg(std::ostream& out, const BenchResult& result);

/// 1 MiB, 1.5 KiB: at most three digits and a binary prefix.
std::string bytes_name(double bytes);

}  // namespace warpgrade::report
