#include "system/file_text.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <stdexcept>
#include <sys/stat.h>
#include <utility>
#include <vector>

#include "system/descriptor.hpp"

namespace warpgrade::system {
namespace {

namespace fs = std::filesystem;

NotRead reason_of(int error) { return error == ENOENT ? NotRead::missing : NotRead::unreadable; }

/// Why `name` in the folder could not be opened. A link gives ELOOP or ENOTDIR.
NotRead why_not_opened(int folder, const char* name, int error) {
  struct stat status {};
  if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return reason_of(errno);
  if (S_ISLNK(status.st_mode)) return NotRead::symbolic_link;
  if (S_ISSOCK(status.st_mode)) return NotRead::socket;
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return NotRead::device;
  return error == ENOTDIR ? NotRead::missing : reason_of(error);
}

std::optional<NotRead> why_not_read(const struct stat& status, std::size_t most_bytes) {
  if (S_ISDIR(status.st_mode)) return NotRead::folder;
  if (S_ISFIFO(status.st_mode)) return NotRead::pipe;
  if (!S_ISREG(status.st_mode)) return NotRead::device;
  if (status.st_nlink > 1) return NotRead::hard_link;
  if (std::size_t(status.st_size) > most_bytes) return NotRead::too_large;
  return std::nullopt;
}

/// The file may grow while it is read.
FileBeneath read_all(const Descriptor& file, std::size_t most_bytes) {
  std::string text;
  std::vector<char> part(std::size_t(1) << 16);
  while (text.size() <= most_bytes) {
    const ssize_t got = ::read(file.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {.why_not = NotRead::unreadable};
    if (got == 0) return {.text = std::move(text)};
    text.append(part.data(), std::size_t(got));
  }
  return {.why_not = NotRead::too_large};
}

}  // namespace

std::optional<std::string> file_text(const fs::path& file) {
  return read_all(Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)),
                  std::numeric_limits<std::size_t>::max() - 1)
      .text;
}

std::string require_file_text(const fs::path& file) {
  std::optional<std::string> text = file_text(file);
  if (!text) throw std::runtime_error("can't read " + file.string());
  return *std::move(text);
}

/// One folder after the other is opened in the one before it, and links are refused by O_NOFOLLOW.
FileBeneath read_file_beneath(const fs::path& folder, const fs::path& name, std::size_t most_bytes) {
  constexpr int for_folders = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  constexpr int for_the_file = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const fs::path plain = name.lexically_normal();
  if (plain.is_absolute() || std::ranges::find(plain, "..") != plain.end()) return {};
  Descriptor at(::open(folder.c_str(), for_folders));
  if (at.get() < 0) return {.why_not = reason_of(errno)};
  for (const fs::path& part : plain.parent_path()) {
    Descriptor next(::openat(at.get(), part.c_str(), for_folders | O_NOFOLLOW));
    if (next.get() < 0) return {.why_not = why_not_opened(at.get(), part.c_str(), errno)};
    at = std::move(next);
  }
  const fs::path last = plain.filename();
  const Descriptor file(::openat(at.get(), last.c_str(), for_the_file));
  if (file.get() < 0) return {.why_not = why_not_opened(at.get(), last.c_str(), errno)};
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return {.why_not = NotRead::unreadable};
  if (const auto why = why_not_read(status, most_bytes)) return {.why_not = *why};
  return read_all(file, most_bytes);
}

std::string_view in_words(NotRead why) {
  switch (why) {
    case NotRead::missing: return "is missing";
    case NotRead::unreadable: return "can't be read";
    case NotRead::symbolic_link: return "is reached by a symbolic link";
    case NotRead::hard_link: return "is a file of another folder too (a hard link)";
    case NotRead::folder: return "is a folder and no file";
    case NotRead::pipe: return "is a pipe and no file";
    case NotRead::device: return "is a device and no file";
    case NotRead::socket: return "is a socket and no file";
    case NotRead::too_large: return "is too large";
  }
  return "can't be read";
}

}  // namespace warpgrade::system
