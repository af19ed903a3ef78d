// Findings as SARIF 2.1.0 (OASIS, 2020), which code hosts and editors show beside the source.
#pragma once

#include <iosfwd>

#include "model/result.hpp"

namespace warpgrade::report {

void write_sarif(std::ostream& out, const Result& result);

}  // namespace warpgrade::report
