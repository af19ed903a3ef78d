// A file of an attempt, and what is never looked at.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::classes {

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
