#include "app/report_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
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

}  // namespace

ReportFile::ReportFile(const std::string& option, const fs::path& path) : path_(path) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (path == "-" || (exists && is_stdout(status)))
    kind_ = Kind::standard_output;
  else if (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    kind_ = Kind::special;
  try {
    if (kind_ == Kind::file) system::require_writable(path_);
    if (kind_ != Kind::special) return;
    special_ = system::Descriptor(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    if (special_.get() < 0) throw failure(path_, errno);
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("{}. Give {} a file in a folder that you may write to.", error.what(), option));
  }
}

void ReportFile::write(std::string_view report) const {
  if (kind_ == Kind::standard_output) {
    std::cout << report;
    return;
  }
  if (kind_ == Kind::file) return system::write_file_atomically(path_, report);
  while (!report.empty()) {
    const ssize_t written = ::write(special_.get(), report.data(), report.size());
    if (written < 0 && errno != EINTR) throw failure(path_, errno);
    if (written > 0) report.remove_prefix(std::size_t(written));
  }
}

}  // namespace warpgrade::app
