// What a class is graded with: class.json, written by the first command. Whatever continues it, on this
// machine or another, grades with the same.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade::classes {

struct Settings {
  std::filesystem::path submissions;   ///< the pile, absolute
  std::filesystem::path course;        ///< absolute
  std::vector<std::string> exercises;  ///< that count; empty: the whole course
  std::uint64_t seed = 0;              ///< of all gradings
  std::string sandbox = "require";     ///< as behind --sandbox
  std::string command;  ///< that began or continued the class last, to be given to a shell again
  /// Changes with each command that begins or continues the class, not with each worker: a piece whose worker
  /// ended within one run is tried again only so often; one that was interrupted by the end of a run, always.
  std::string run;
};

/// Nothing if there is no such file. Throws std::runtime_error if it can't be read.
std::optional<Settings> read_settings(const std::filesystem::path& file);
void write_settings(const std::filesystem::path& file, const Settings& settings);

}  // namespace warpgrade::classes
