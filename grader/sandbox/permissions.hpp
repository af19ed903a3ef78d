// What a program in a sandbox may use besides the system's own programs and libraries.
#pragma once

#include <filesystem>
#include <vector>

namespace warpgrade::sandbox {

struct Permissions {
  /// Files and folders, to read and to run; missing ones are left out.
  std::vector<std::filesystem::path> readable = {};
  std::vector<std::filesystem::path> writable = {};  ///< folders; the first one is for its temporary files
  bool gpu = false;
  /// It has no numbers of processes and no IPC of its own: CUDA lends memory only between processes that know
  /// each other's numbers. Then it can send signals to others of its user, and not much more.
  bool shares_processes = false;
};

}  // namespace warpgrade::sandbox
