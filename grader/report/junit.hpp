// JUnit XML as GoogleTest writes it: a testsuite per task, a testcase per case.
#pragma once

#include <iosfwd>

#include "model/result.hpp"

namespace warpgrade::report {

/// Always well-formed XML, whatever a submission printed.
void write_junit(std::ostream& out, const Result& result);

}  // namespace warpgrade::report
