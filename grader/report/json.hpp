// result.json, format 1.
#pragma once

#include <iosfwd>

#include "model/result.hpp"

namespace warpgrade::report {

/// Always valid UTF-8: what a submission printed may be anything.
void write_json(std::ostream& out, const Result& result);

}  // namespace warpgrade::report
