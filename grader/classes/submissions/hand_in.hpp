// What was handed in: hand-ins before anybody looked into them, and then the files in them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classes/submissions/pile.hpp"

namespace warpgrade::classes {

/// A folder, an archive or a file of a hand-in.
struct Source {
  std::filesystem::path path;
  std::string name = {};    ///< of a file: as the student named it, without what the platform put before it
  std::uint64_t order = 0;  ///< the platform's: the larger, the newer
};

struct HandIn {
  Student student = {};  ///< as far as the pile knows
  std::vector<std::string> aliases =
      {};  ///< more that may identify the student in a roster, the likeliest first
  std::optional<std::chrono::sys_seconds> handed_in = {};
  bool late = false;                  ///< says the platform
  std::filesystem::path origin = {};  ///< for the instructor
  std::vector<Source> sources = {};
  bool is_checkout = false;       ///< times of its files say nothing
  bool platform_numbers = false;  ///< "scan-1.cu" is a newer "scan.cu": the platform renames
  std::string text_only = {};     ///< what was handed in in place of files
  std::vector<std::string> remarks = {};
};

struct HandIns {
  std::vector<HandIn> all;
  std::vector<std::string> remarks;
};

/// A file of an attempt.
struct FoundFile {
  std::string name;            ///< with its folders, as the student knows it; fit to be shown
  std::filesystem::path file;  ///< on disk; empty: it was refused
  std::optional<std::chrono::sys_seconds> time = {};
  std::uint64_t order = 0;   ///< the platform's: the larger, the newer
  std::string refused = {};  ///< "is a symbolic link, which is not followed"; empty: it can be read
  bool is_folder = false;    ///< refused, since it has the name of a file
};

struct Found {
  std::vector<FoundFile> files = {};
  std::vector<std::string> remarks = {};
  std::string problem = {};  ///< why not all could be read
};

/// The last part of a name: "scan.cu" of "unit/scan.cu".
inline std::string_view base_name(std::string_view name) { return name.substr(name.rfind('/') + 1); }

/// Folders that hold no work of a student: hidden ones, those of builds, and what macOS adds to archives.
inline bool is_left_out(std::string_view component) {
  return component.starts_with('.') || component == "build" || component == "__MACOSX";
}

inline constexpr int kDeepestFolder = 16;

/// "3 <what>: a, b, c", with at most a few of the names.
std::string some_of(const std::vector<std::string>& names, std::string_view what);

}  // namespace warpgrade::classes
