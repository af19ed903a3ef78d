// An exercise from a folder with a working program: what a student writes in it stands between `// TODO` and
// `// END TODO`, in .cu files and others.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpgrade::new_exercise {

/// How `new --like` calls it.
inline constexpr const char* kProgram = "program";

struct ProgramFolder {
  std::filesystem::path folder;
  std::string unit, exercise;
  std::vector<std::string> arguments;  ///< of the exercise's one case, for a start
};

/// All files of the exercise, relative to a course, with their texts. Build files (Makefile, objects) stay
/// behind. Throws Refused (draft.hpp), with what to do, if the folder is no such program.
std::map<std::filesystem::path, std::string> files_from_program(const ProgramFolder& from);

/// Writes into the exercise what its reference printed in these runs: if it was always the same, as the right
/// output; else the lines that were, for a start.
void write_what_is_right(const std::filesystem::path& exercise_toml, const std::vector<std::string>& printed);

}  // namespace warpgrade::new_exercise
