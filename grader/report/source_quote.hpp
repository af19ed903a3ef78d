// One line of a student's source, to be quoted beside a finding.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "model/finding.hpp"

namespace warpgrade::report {

/// The text of the line that `place` names, if it lies in a file inside the submission's folder. The place
/// comes from a process that holds a student's code: it must not make a report quote other files, neither by
/// '..' nor by a symbolic link. `unit` helps to find a file that is named without its folder.
std::optional<std::string> quote_source(const std::filesystem::path& submission, const std::string& unit,
                                        const Place& place);

}  // namespace warpgrade::report
