// Cheats: submissions that try to get points without doing the work, and must not (docs/cheats.md). They are
// files of reference/<unit>/cheats/<exercise>/, and what the table <exercise>.toml beside that folder makes
// of some of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"

namespace warpgrade::verify {

struct Cheat {
  std::string name;
  std::string text;  ///< of its file, which begins with what it declares
};

/// The cheats of an exercise. `unit` is the folder of the unit's references. What can't be read or made, or
/// declares nothing, goes to `problems`.
std::vector<Cheat> cheats(const std::filesystem::path& unit, const spec::Exercise& exercise,
                          std::vector<std::string>& problems);

/// Writes the cheats of these exercises as files to `folder`, with the headers that they include, each where
/// it would lie in reference/. Throws std::runtime_error, also if one can't be made.
void write_cheats(const Installation& installation, const std::vector<const spec::Exercise*>& exercises,
                  const std::filesystem::path& folder);

}  // namespace warpgrade::verify
