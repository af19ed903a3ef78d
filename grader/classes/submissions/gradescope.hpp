// submission_metadata.yml of Gradescope's export: who handed in what folder, and when.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "classes/submissions/pile.hpp"

namespace warpgrade::classes {

struct GradescopeSubmission {
  std::string folder;               ///< "submission_123456"
  std::vector<Student> submitters;  ///< several: a group
  std::optional<std::chrono::sys_seconds> created_at;
};

/// Reads the few fields that are needed, by their indentation. Gradescope writes the file, so this is no
/// reader for YAML in general; all else in it is passed over.
std::vector<GradescopeSubmission> read_gradescope(const std::string& yaml);

}  // namespace warpgrade::classes
