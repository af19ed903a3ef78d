// JUnit XML for GitLab, Jenkins and others: a testsuite per exercise, a testcase per task.
#pragma once

#include <iosfwd>

#include "model/result.hpp"

namespace warpgrade::report {

/// Always well-formed XML, whatever a submission printed.
void write_junit(std::ostream& out, const Result& result);

}  // namespace warpgrade::report
