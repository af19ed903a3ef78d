// Everything that a built program depends on, as one text; its checksum is the program's key in the cache.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade::judge {

class Ingredients {
 public:
  void add(const std::string& name, const std::string& content);
  void add_content(const std::filesystem::path& file);
  /// Tools and libraries by size and time; all files of a folder. Throws std::runtime_error if it is missing.
  void add_stamp(const std::filesystem::path& path);
  std::string key() const;

 private:
  void add_file_stamp(const std::filesystem::path& file);
  std::string text_;
};

}  // namespace warpgrade::judge
