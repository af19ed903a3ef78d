// A folder for one test, and files in it.
#pragma once

#include <fstream>
#include <string>

#include "system/temporary_folder.hpp"

namespace warpgrade::support {

class TemporaryFolder : public system::TemporaryFolder {
 public:
  /// Writes a file, its folders included.
  std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const {
    std::filesystem::path file = path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  /// Writes a program for the shell.
  std::filesystem::path write_script(const std::filesystem::path& name, const std::string& commands) const {
    const std::filesystem::path script = write(name, "#!/bin/sh\n" + commands + "\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return script;
  }
};

}  // namespace warpgrade::support
