// What is left to write: lines that say `AUTHOR: …` in the files of an exercise, its unit and its course. The
// templates of `warpgrade new` hold them (grader/templates).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"

namespace warpgrade::verify {

struct AuthorMark {
  std::filesystem::path file;
  int line = 0;
  std::string what;  ///< to write there
};

std::vector<AuthorMark> author_marks(const std::filesystem::path& file);

/// One sentence for each mark in the files of these exercises, and of their units.
void check_nothing_is_left(const Installation& installation,
                           const std::vector<const spec::Exercise*>& exercises,
                           std::vector<std::string>& problems);

}  // namespace warpgrade::verify
