// A new folder that is removed, with all that is in it, when this object ends. Its owner holds a lock on it:
// a folder without one was left behind by a process that was killed.
#pragma once

#include <filesystem>
#include <string>

#include "system/descriptor.hpp"

namespace warpgrade::system {

class TemporaryFolder {
 public:
  /// `parent` is made if it is missing. Throws std::system_error if nothing can be written into it.
  explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;
};

/// Takes /tmp for temporary files where the folder that TMPDIR names can't be used. Returns a sentence that
/// says so; empty: it can.
std::string require_temporary_folder();

/// Removes the temporary folders in `parent` that were left behind; those of other machines after a day.
void remove_abandoned_folders(const std::filesystem::path& parent);

}  // namespace warpgrade::system
