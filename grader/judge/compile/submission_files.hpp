// The files of one submission: the student's file and, transitively, what it includes from its own folder.
// Only these are handed to the compiler, as copies, so that nothing else can be included by accident or on
// purpose.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/finding.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

struct SubmissionFile {
  std::filesystem::path name;  ///< relative to the folder of copies; the first one's is the exercise's source
  std::string shown_as;        ///< its path in messages
  std::string text;
};

struct SubmissionFiles {
  std::vector<SubmissionFile> files;
  std::vector<Finding> findings;  ///< unreadable, or something forbidden: then there is nothing to compile
};

/// `trusted`: a file of the course, in which nothing is forbidden.
SubmissionFiles collect_submission(const spec::Exercise& exercise, const std::filesystem::path& source,
                                   const std::string& shown_as, bool trusted = false);

/// Writes the copies. Each names its original, so that compilers and the simulator report its path and lines.
void write_copies(const SubmissionFiles& submission, const std::filesystem::path& folder);

}  // namespace warpgrade::judge
