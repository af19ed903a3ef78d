// What an instructor uploads to a learning platform or code host: the course, the package of the grader, and
// scripts that the platform runs. One table of platforms; their scripts lie in platforms/, each folder as its
// archive is laid out. NAME, in all these paths, stands for the name of the archive without its ending.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "course/course.hpp"
#include "handout/handout.hpp"

namespace warpgrade::handout {

struct Platform {
  std::string_view name;     ///< as typed; of the folder of its scripts too
  std::string_view title;    ///< as people write it
  std::string_view archive;  ///< what its file ends in
  /// Students can't read what lies there. Else the course goes without its hidden cases.
  bool is_closed = false;
  bool takes_package = true;  ///< false: whoever runs its machines has installed the grader
  /// Where things lie in the archive; empty: at its top. A course whose place is a .tar is packed into one.
  std::string_view course = {}, package = {};
  std::string_view templates = {};  ///< of a repository for students: files of ci/templates/
  std::string_view next;            ///< what to do with the file, for the instructor
};

std::span<const Platform> platforms();
/// Null if there is none of that name.
const Platform* find_platform(std::string_view name);

struct UploadSources {
  Sources handout;
  std::filesystem::path repository_templates;  ///< ci/templates/, wherever it is installed
  std::string image;                           ///< the container with the grader in it
};

/// Throws std::runtime_error with what to do if this package or the name of the file does not fit.
void check_upload(const Platform& platform, const std::filesystem::path& package,
                  const std::filesystem::path& file);

/// Writes the file: all of it or nothing. Throws std::runtime_error. Whether the stubs hold nothing of the
/// solutions is for the caller to check.
void make_upload(const Platform& platform, const UploadSources& sources, const Installation& installation,
                 const spec::Course& course, const std::filesystem::path& file);

}  // namespace warpgrade::handout
