#include "system/atomic_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

#include <fmt/format.h>

#include "system/host_name.hpp"

namespace warpgrade::system {
namespace {

namespace fs = std::filesystem;

/// The file that is replaced: where links lead to, which need not be there yet.
fs::path behind_links(fs::path path) {
  constexpr int most_links = 40;  // as many as Linux follows
  std::error_code not_a_link;
  for (int i = 0; i < most_links; ++i) {
    const fs::path target = fs::read_symlink(path, not_a_link);
    if (not_a_link) break;
    path = path.parent_path() / target;
  }
  return path;
}

/// In the same folder, since a rename works within one file system only. Other machines may write there too,
/// with the same process numbers.
fs::path beside(const fs::path& path) {
  return fmt::format("{}.{}.{}.tmp", path.string(), host_name(), ::getpid());
}

[[noreturn]] void fail(const fs::path& path, const fs::path& temporary, int reason) {
  std::error_code ignored;
  fs::remove(temporary, ignored);
  throw std::runtime_error(fmt::format("can't write {}: {}", path.string(), std::strerror(reason)));
}

}  // namespace

void write_file_atomically(const fs::path& path, std::string_view content) {
  const fs::path replaced = behind_links(path), temporary = beside(replaced);
  {
    std::ofstream file(temporary, std::ios::binary);
    if (!file) fail(path, temporary, errno);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) fail(path, temporary, errno);
  }
  if (std::rename(temporary.c_str(), replaced.c_str()) != 0) fail(path, temporary, errno);
}

void write_file_and_folders(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  write_file_atomically(path, content);
}

void require_writable(const fs::path& path) {
  const fs::path replaced = behind_links(path), temporary = beside(replaced);
  if (fs::is_directory(replaced)) fail(path, temporary, EISDIR);
  if (!std::ofstream(temporary, std::ios::binary)) fail(path, temporary, errno);
  std::error_code ignored;
  fs::remove(temporary, ignored);
}

}  // namespace warpgrade::system
