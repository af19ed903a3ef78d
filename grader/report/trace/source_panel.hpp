// The lines of the submission to which the steps belong, with some lines around them.
#pragma once

#include <string>

#include "model/recording.hpp"
#include "report/trace/trace_page.hpp"

namespace warpgrade::report::trace {

/// An `ol` for each piece of a file. Each line that a step is at has `data-lines`: its numbers among
/// Recording::lines.
std::string source_panel(const Recording& recording, const TraceSources& sources);

}  // namespace warpgrade::report::trace
