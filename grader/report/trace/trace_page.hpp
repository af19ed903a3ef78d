// A recording as one page for a browser: memory step by step, with a slider over the steps. It needs nothing
// else. A policy in it lets a browser run its one script and nothing else; the script gets its data as JSON.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "model/recording.hpp"
#include "report/html/source.hpp"

namespace warpgrade::report {

/// Names, values and messages of the submission are always shown as text, never read as markup.
void write_trace_page(std::ostream& out, const Recording& recording, const html::Sources& sources);

/// "62 steps. ✓ Every output is right."
std::string trace_summary(const Recording& recording);

/// A line for each step, and what was found.
void write_trace_text(std::ostream& out, const Recording& recording);

}  // namespace warpgrade::report
