// More time for some: a table with who has it (student or group), and until when (deadline) or how many more
// days.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "classes/submissions/pile.hpp"

namespace warpgrade::classes {

struct Extension {
  std::string where;           ///< "extensions.csv:3", for messages
  std::string student, group;  ///< one of them: a student, by any word before find_students(); a section
  std::optional<std::chrono::sys_seconds> deadline = {};
  std::chrono::seconds more = {};  ///< where no deadline is given
};

/// Columns: student or group, deadline or days, and any others. Throws PileError with file and line.
std::vector<Extension> read_extensions(const std::filesystem::path& file);

/// Each extension for a student then has the student's id. Returns what is for nobody. Throws PileError where
/// it may be for several.
std::vector<std::string> find_students(std::vector<Extension>& extensions,
                                       const std::vector<const Student*>& all);

/// The latest time that a student has; nothing where there is no deadline.
std::optional<std::chrono::sys_seconds> due(const Student& student, const std::vector<Extension>& extensions,
                                            std::optional<std::chrono::sys_seconds> deadline);

}  // namespace warpgrade::classes
