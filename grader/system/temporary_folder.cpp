#include "system/temporary_folder.hpp"

#include <cerrno>
#include <stdlib.h>
#include <string>
#include <system_error>

namespace warpgrade::system {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  fs::create_directories(parent);
  std::string path = (parent / "warpgrade-XXXXXX").string();
  if (!mkdtemp(path.data()))
    throw std::system_error(errno, std::generic_category(), "cannot write into " + parent.string());
  path_ = fs::canonical(path);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace warpgrade::system
