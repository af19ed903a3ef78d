// Where a student was in ./grade watch: kept in the cache, so that the next session goes on there, however
// this one ends.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "course/course.hpp"

namespace warpgrade::app {

struct Bookmark {
  std::string task;            ///< "EXERCISE/TASK"; empty: nothing is known
  std::size_t hint_steps = 0;  ///< of its hint that were shown
  bool operator==(const Bookmark&) const = default;
};

/// The bookmark of the last session that watched this submission.
Bookmark read_bookmark(const Installation& installation, const std::filesystem::path& submission);

/// Best effort: without it the next session begins at the first task that is not right.
void write_bookmark(const Installation& installation, const std::filesystem::path& submission,
                    const Bookmark& bookmark);

}  // namespace warpgrade::app
