#include "app/report_file.hpp"

#include <cerrno>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "report/harmless_lines.hpp"
#include "system/atomic_file.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

std::runtime_error failure(const fs::path& path, int reason) {
  return std::runtime_error(fmt::format("can't write {}: {}", path.string(), std::strerror(reason)));
}

/// Does the path name standard output in another way: as /dev/stdout, or as the file that it was redirected
/// to? Not the null device, which has no reader who would need to tell two reports apart.
bool is_stdout(const struct stat& status) {
  struct stat out {};
  if (::fstat(STDOUT_FILENO, &out) != 0) return false;
  const bool same = status.st_dev == out.st_dev && status.st_ino == out.st_ino;
  return same && (!S_ISCHR(out.st_mode) || ::isatty(STDOUT_FILENO));
}

/// If it is, its number is taken by what can only be read (system/open_files.hpp).
bool is_stdout_closed() {
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  return flags < 0 || (flags & O_ACCMODE) == O_RDONLY;
}

void write_all(int to, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(to, text.data(), text.size());
    if (written < 0 && errno != EINTR) throw failure(path, errno);
    if (written > 0) text.remove_prefix(std::size_t(written));
  }
}

}  // namespace

ReportFile::ReportFile(const std::string& option, const fs::path& path) : path_(path) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (path == "-" || (exists && is_stdout(status)))
    kind_ = Kind::standard_output;
  else if (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    kind_ = Kind::special;
  try {
    if (kind_ == Kind::standard_output && is_stdout_closed()) throw failure("standard output", EBADF);
    if (kind_ == Kind::file) system::require_writable(path_);
    if (kind_ != Kind::special) return;
    special_ = system::Descriptor(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    if (special_.get() < 0) throw failure(path_, errno);
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("{}. Give {} a file in a folder that you may write to.", error.what(), option));
  }
}

void ReportFile::write(std::string_view report, Lines lines) const {
  if (kind_ == Kind::file) return system::write_file_atomically(path_, report);
  const std::string text = lines == Lines::harmless ? report::CommandBreaker()(report) : std::string(report);
  if (kind_ == Kind::special) return write_all(special_.get(), text, path_);
  std::cout.flush();
  write_all(STDOUT_FILENO, text, "standard output");
}

bool try_to_write(const std::function<void()>& write) {
  try {
    write();
    return true;
  } catch (const std::exception& error) {
    std::cerr << "grade: " << error.what() << '\n';
    return false;
  }
}

}  // namespace warpgrade::app
