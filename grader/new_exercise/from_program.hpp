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
  std::string input;                   ///< its standard input: a file of the folder, or empty
};

/// What the working program has made in one run.
struct ProgramOutput {
  std::string printed;
  std::map<std::string, std::string> files;  ///< texts by name: what it wrote where it ran
};

/// All files of the exercise, relative to a course, with their texts. Build files (Makefile, objects) stay
/// behind. Throws Refused (draft.hpp), with what to do, if the folder is no such program.
std::map<std::filesystem::path, std::string> files_from_program(const ProgramFolder& from);

/// The files of `folder`, in which a program ran, that are none of its data.
std::map<std::string, std::string> written_in(const std::filesystem::path& folder,
                                              const std::vector<std::string>& data);

/// Writes into the exercise what its reference made in these runs: if it always printed the same, as the
/// right output, else the lines that were the same, for a start; and the files that were the same.
void write_what_is_right(const std::filesystem::path& exercise_toml, const std::vector<ProgramOutput>& runs);

}  // namespace warpgrade::new_exercise
