// Which file of an attempt is the solution of which exercise.
#pragma once

#include "classes/submissions/hand_in.hpp"
#include "classes/submissions/pile.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

/// Fills the attempt's files, adds remarks on what else there is, and says why it is unreadable where there
/// is nothing.
void choose_files(const Found& found, const HandIn& hand_in, const spec::Course& course, Attempt& attempt);

/// The exercise whose file this could be: "Scan.CU", "scan (1).cu" or "scan-1.cu" for scan.cu. nullptr: none.
const spec::Exercise* exercise_like(const spec::Course& course, std::string_view name);

}  // namespace warpgrade::classes
