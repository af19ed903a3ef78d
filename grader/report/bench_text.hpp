// ./grade bench on a terminal: one table for each task, a line for each size.
#pragma once

#include <iosfwd>

#include "model/bench_result.hpp"
#include "report/human.hpp"

namespace warpgrade::report {

/// `options`: colours and Unicode.
void write_bench_text(std::ostream& out, const BenchResult& result, const HumanOptions& options);

/// 2^20 where it is a power of two, else the number.
std::string size_name(std::uint64_t n);
/// 1 MiB, 1.5 KiB: at most three digits and a binary prefix.
std::string bytes_name(double bytes);

}  // namespace warpgrade::report
