// Opens one component of the path after the other, each relative to the one before, and none through a link.
#include "system/file_below.hpp"

#include <cerrno>
#include <fcntl.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

#include "system/descriptor.hpp"

namespace warpgrade::system {
namespace {

/// Why openat() with O_NOFOLLOW has failed.
FileProblem problem_of_open(int folder, const char* name) {
  const int error = errno;
  struct stat status {};
  const bool is_there = ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
  if (is_there && S_ISLNK(status.st_mode)) return FileProblem::symbolic_link;
  if (is_there && S_ISSOCK(status.st_mode)) return FileProblem::special;
  return error == ENOENT || error == ENOTDIR ? FileProblem::missing : FileProblem::unreadable;
}

FileProblem problem_of(const struct stat& status, std::size_t most_bytes) {
  if (S_ISDIR(status.st_mode)) return FileProblem::folder;
  if (!S_ISREG(status.st_mode)) return FileProblem::special;
  return std::uint64_t(status.st_size) > most_bytes ? FileProblem::too_large : FileProblem::none;
}

/// A file may grow while it is read.
FileProblem read_all(int file, std::size_t most_bytes, std::string& text) {
  char piece[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileProblem::unreadable;
    if (got == 0) return FileProblem::none;
    text.append(piece, std::size_t(got));
    if (text.size() > most_bytes) return FileProblem::too_large;
  }
}

}  // namespace

FileBelow read_file_below(const std::filesystem::path& root, const std::filesystem::path& relative,
                          std::size_t most_bytes) {
  FileBelow found;
  Descriptor here(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (here.get() < 0) {
    found.problem = errno == ENOENT || errno == ENOTDIR ? FileProblem::missing : FileProblem::unreadable;
    return found;
  }
  for (auto part = relative.begin(); part != relative.end(); ++part) {
    const bool is_last = std::next(part) == relative.end();
    // O_NONBLOCK: or a pipe would wait until somebody writes to it.
    const int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (is_last ? 0 : O_DIRECTORY);
    Descriptor next(::openat(here.get(), part->c_str(), flags));
    if (next.get() < 0) {
      found.problem = problem_of_open(here.get(), part->c_str());
      return found;
    }
    here = std::move(next);
  }
  struct stat status {};
  if (::fstat(here.get(), &status) != 0) {
    found.problem = FileProblem::unreadable;
    return found;
  }
  found.id = {status.st_dev, status.st_ino};
  found.names = status.st_nlink;
  found.problem = problem_of(status, most_bytes);
  if (found.problem == FileProblem::none) found.problem = read_all(here.get(), most_bytes, found.text);
  return found;
}

}  // namespace warpgrade::system
