#include "system/temporary_folder.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "system/checksum.hpp"
#include "system/process_info.hpp"

namespace warpgrade::system {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "warpgrade-";

/// A folder may be shared by machines, and on many file systems they don't see each other's locks. So names
/// tell whose a temporary folder is.
std::string prefix_of_this_machine() {
  const std::string host = host_name();
  return kPrefix + xxh3_128(host).substr(0, 6) + "-";
}

/// So old that no other machine uses it any more.
bool is_old(const fs::directory_entry& folder) {
  std::error_code gone;
  const auto changed = folder.last_write_time(gone);
  return !gone && fs::file_time_type::clock::now() - changed > std::chrono::hours(24);
}

Descriptor open_folder(const fs::path& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

}  // namespace

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  fs::create_directories(parent);
  do {
    std::string path = (parent / prefix_of_this_machine()).string() + "XXXXXX";
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

std::string require_temporary_folder() {
  constexpr const char* usual = "/tmp";
  std::error_code unusable;
  const fs::path folder = fs::temp_directory_path(unusable);
  if (!unusable && ::access(folder.c_str(), W_OK | X_OK) == 0) return "";
  if (::access(usual, W_OK | X_OK) != 0)
    throw std::runtime_error(
        "no folder for temporary files can be written here: set TMPDIR to one, as in `export "
        "TMPDIR=$HOME/tmp`");
  const char* named = std::getenv("TMPDIR");
  std::string why =
      fmt::format("the folder for temporary files{} can't be written: using {}",
                  named == nullptr ? "" : fmt::format(" that TMPDIR names, '{}',", named), usual);
  ::setenv("TMPDIR", usual, 1);
  return why;
}

void remove_abandoned_folders(const fs::path& parent) {
  const std::string own = prefix_of_this_machine();
  std::error_code gone;
  for (fs::directory_iterator entry(parent, gone), end; !gone && entry != end; entry.increment(gone)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(kPrefix) || (!name.starts_with(own) && !is_old(*entry))) continue;
    const Descriptor folder = open_folder(entry->path());
    if (folder.get() < 0 || flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    fs::remove_all(entry->path(), ignored);
  }
}

}  // namespace warpgrade::system
