// RESULTS/students/ID.html: what a student may see of the own work, as `check --html` would show it.
#pragma once

#include <filesystem>
#include <string>

#include "classes/attempt_result.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"

namespace warpgrade::classes {

/// Its name in students/.
std::string student_page_name(const Attempt& attempt);

/// Names no other student and no folder of this machine. `course`: where the course lies.
std::string student_page(const Entry& entry, const AttemptResult& graded, const ResultsFolder& results,
                         const std::filesystem::path& course);

}  // namespace warpgrade::classes
