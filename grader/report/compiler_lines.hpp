// Findings in the form of a compiler's messages, which editors turn into marks in the source:
//
//   student/unit/scan.cu:39:5: error: race: Thread 3 reads s[2], which … [scan/hillis_steele]
//   student/unit/scan.cu:41: note: the other access
#pragma once

#include <iosfwd>

#include "model/result.hpp"

namespace warpgrade::report {

void write_compiler_lines(std::ostream& out, const Result& result);

}  // namespace warpgrade::report
