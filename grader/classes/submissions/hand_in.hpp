// What was handed in, before anybody looked into it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
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

}  // namespace warpgrade::classes
