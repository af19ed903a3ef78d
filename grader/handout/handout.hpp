// The copy of a course that students get: the grader, what is asked, and the stubs.
#pragma once

#include <cstdint>
#include <filesystem>

#include "course/course.hpp"

namespace warpgrade::handout {

struct Handout {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
};

/// Is there no file in the way of a handout in `folder`? Throws std::runtime_error with what to do.
void check_is_free(const std::filesystem::path& folder);

/// Makes the handout of the course in `folder`: all of it or nothing. Throws std::runtime_error. Whether the
/// stubs hold nothing of the solutions is for the caller to check (verify/stub_files.hpp).
Handout make_handout(const std::filesystem::path& root, const spec::Course& course,
                     const std::filesystem::path& folder);

}  // namespace warpgrade::handout
