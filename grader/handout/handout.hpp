// The copy of a course that students get: what is asked, the stubs, and the script ./grade, which runs an
// installed grader or that of the package beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "course/course.hpp"

namespace warpgrade::handout {

struct Handout {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
};

/// Is there no file in the way of a handout in `folder`? Throws std::runtime_error with what to do.
void check_is_free(const std::filesystem::path& folder);

/// A new folder with all that `fill` makes in it, or nothing. Throws std::runtime_error.
void make_folder(const std::filesystem::path& folder,
                 const std::function<void(const std::filesystem::path&)>& fill);

/// What a handout is made from.
struct Sources {
  std::filesystem::path course;
  std::filesystem::path templates;  ///< the folder of grade and student_readme.md
  std::filesystem::path package =
      {};  ///< warpgrade_*.deb or .tar.gz for the students; empty: they have it already
};

/// Can ./grade of a handout use this package? Throws std::runtime_error with what to do.
void check_is_package(const std::filesystem::path& package);

/// Makes the handout of the course in `folder`: all of it or nothing. Throws std::runtime_error. Whether the
/// stubs hold nothing of the solutions is for the caller to check (verify/stub_files.hpp).
Handout make_handout(const Sources& sources, const spec::Course& course, const std::filesystem::path& folder);

}  // namespace warpgrade::handout
