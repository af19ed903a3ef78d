// A result made by hand that holds every verdict, and the submission that its findings point into.
#pragma once

#include <filesystem>

#include "model/result.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::support {

/// A result with all that students can cause in one grading, and more.
Result sample_result();

/// The same, and what only the page for a browser shows: traffic line by line, and pictures, of a hidden case
/// too.
Result sample_result_to_look_at();

/// Writes the student's files; places of sample_result() name lines in them.
void write_sample_submission(const TemporaryFolder& folder);

}  // namespace warpgrade::support
