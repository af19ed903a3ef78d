#include "system/temporary_folder.hpp"

#include <cerrno>
#include <fcntl.h>
#include <stdlib.h>
#include <string>
#include <sys/file.h>
#include <system_error>

namespace warpgrade::system {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "warpgrade-";

Descriptor open_folder(const fs::path& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

}  // namespace

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  fs::create_directories(parent);
  do {
    std::string path = (parent / kPrefix).string() + "XXXXXX";
    if (!mkdtemp(path.data()))
      throw std::system_error(errno, std::generic_category(), "cannot write into " + parent.string());
    path_ = fs::absolute(path);
    lock_ = open_folder(path_);
    flock(lock_.get(), LOCK_SH);
  } while (!fs::exists(path_));  // removed before it was locked: another process took it for abandoned
  path_ = fs::canonical(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void remove_abandoned_folders(const fs::path& parent) {
  std::error_code gone;
  for (fs::directory_iterator entry(parent, gone), end; !gone && entry != end; entry.increment(gone)) {
    if (!entry->path().filename().string().starts_with(kPrefix)) continue;
    const Descriptor folder = open_folder(entry->path());
    if (folder.get() < 0 || flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    fs::remove_all(entry->path(), ignored);
  }
}

}  // namespace warpgrade::system
