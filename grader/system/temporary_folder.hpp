// A new folder that is removed, with all that is in it, when this object ends.
#pragma once

#include <filesystem>

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
};

}  // namespace warpgrade::system
