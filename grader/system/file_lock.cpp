// flock() can't wait for a while, so it is asked again and again.
#include "system/file_lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "system/file_text.hpp"

namespace warpgrade::system {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kInterval{20};

/// "process 123 (sleep)", where the system tells: Linux lists all locks, with processes and files by number.
std::string holder_of(const Descriptor& file) {
  struct stat status {};
  std::ifstream locks("/proc/locks");
  if (fstat(file.get(), &status) != 0) return "somebody";
  for (std::string number, kind, mode, access, process, of;
       locks >> number >> kind >> mode >> access >> process >> of;) {
    const bool is_ours = kind == "FLOCK" && of.ends_with(":" + std::to_string(status.st_ino));
    if (is_ours && process != "0") {
      std::string name = file_text("/proc/" + process + "/comm").value_or("?\n");
      name.pop_back();
      return fmt::format("process {} ({})", process, name);
    }
    std::getline(locks, number);
  }
  return "somebody";
}

/// As holder_of() begins; two threads of one process may wait for each other, too.
std::string this_process() { return fmt::format("process {} ", getpid()); }

}  // namespace

FileLock::FileLock(const fs::path& path, std::chrono::milliseconds at_most,
                   const std::function<void(const std::string&)>& waits)
    : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_.get() < 0)
    throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
  const auto give_up = std::chrono::steady_clock::now() + at_most;
  bool is_told = !waits;
  while (flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (!std::exchange(is_told, true))
      if (const std::string holder = holder_of(file_); !holder.starts_with(this_process())) waits(holder);
    if (std::chrono::steady_clock::now() >= give_up) {
      why_not_ = fmt::format("{} has held the lock {} for {:g} s", holder_of(file_), path.string(),
                             std::chrono::duration<double>(at_most).count());
      return;
    }
    std::this_thread::sleep_for(kInterval);
  }
}

bool is_at(const Descriptor& file, const fs::path& path) {
  struct stat ours {
  }, there{};
  return fstat(file.get(), &ours) == 0 && lstat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

}  // namespace warpgrade::system
