// How learning platforms name what they hand out for download, and what Gradescope writes into a file about
// it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "classes/submissions/pile.hpp"

namespace warpgrade::classes {

/// The parts of such a name. The first part that looks like the platform's own is the platform's: what comes
/// behind it is what the student chose. Empty, zero or nothing: it has none.
struct PlatformName {
  std::string student;       ///< the platform's id or login
  std::string student_name;  ///< as the platform spells it
  std::string before;        ///< of Blackboard: exercise and login, "Exercise 1_ada"
  std::string file;          ///< as the student named it; empty for a folder, and for text in place of a file
  bool is_text = false;      ///< what was written into the platform's own form, or a receipt
  bool late = false;
  bool contradicts_itself = false;  ///< it holds a platform's part twice, of two people or of two times
  std::uint64_t order = 0;          ///< the larger, the newer
  std::optional<std::chrono::sys_seconds> time;
};

/// lovelaceada_LATE_1234_56789_scan.cu: name, user, file. The source of Canvas says so, in
/// lib/content_zipper.rb; anonymous ones begin with anon_ and an id.
std::optional<PlatformName> canvas_name(const std::string& name);

/// Ada Lovelace_1234_assignsubmission_file_, a folder, or with the file's name at its end.
std::optional<PlatformName> moodle_name(const std::string& name);

/// Exercise 1_ada_attempt_2026-11-02-10-11-12_scan.cu, and without a file's name the receipt, a .txt.
std::optional<PlatformName> blackboard_name(const std::string& name);

/// Of submission_metadata.yml in Gradescope's export: who handed in what folder, and when.
struct GradescopeSubmission {
  std::string folder;               ///< "submission_123456"
  std::vector<Student> submitters;  ///< several: a group
  std::optional<std::chrono::sys_seconds> created_at;
};

/// Reads the few fields that are needed, by their indentation. Gradescope writes the file, so this is no
/// reader for YAML in general; all else in it is passed over.
std::vector<GradescopeSubmission> read_gradescope(const std::string& yaml);

}  // namespace warpgrade::classes
