// flock() can't wait for a while, so a FileLock asks again and again.
//
// The lock file of a GPU lies in a folder where everybody may write, so it may be somebody else's, or no file
// at all. It is never written to: reading rights are enough for flock, and opening what exists without
// O_CREAT is allowed even where the system protects sticky folders (fs.protected_regular).
#include "system/file_lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <string.h>
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

// ---- The lock file of a GPU ----------------------------------------------------------------------------

// O_NONBLOCK: opening somebody's pipe must not wait for its other end.
constexpr int open_flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

[[noreturn]] void fail(const fs::path& path, const std::string& why) {
  throw std::runtime_error(
      fmt::format("the lock file of the GPU, {}, can't be used: {}. Look whose it is, and have it removed.",
                  path.string(), why));
}

Descriptor open_or_create(const fs::path& path) {
  for (;;) {
    if (Descriptor existing(open(path.c_str(), open_flags)); existing.get() >= 0) return existing;
    if (errno == ELOOP) fail(path, "it is a symbolic link");
    if (errno != ENOENT) fail(path, strerror(errno));
    Descriptor created(open(path.c_str(), open_flags | O_CREAT | O_EXCL, 0666));
    if (created.get() >= 0) {
      fchmod(created.get(), 0666);  // for all users, whatever the umask
      return created;
    }
    if (errno != EEXIST) fail(path, strerror(errno));  // else somebody was faster: open theirs
  }
}

/// False if another grader holds a lock and `flags` say not to wait.
bool lock(const Descriptor& file, int flags, const fs::path& path) {
  while (flock(file.get(), flags) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) fail(path, strerror(errno));
  }
  return true;
}

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

GpuLock::GpuLock(const std::string& uuid, Use use, const std::function<void(const std::string&)>& waiting,
                 const fs::path& folder) {
  const fs::path path = folder / ("warpgrade-" + uuid + ".lock");
  const int kind = use == Use::alone ? LOCK_EX : LOCK_SH;
  bool told = false;
  do {
    file_ = open_or_create(path);
    struct stat status {};
    if (fstat(file_.get(), &status) != 0 || !S_ISREG(status.st_mode)) fail(path, "it is no regular file");
    if (lock(file_, kind | LOCK_NB, path)) continue;
    if (!told)
      waiting(fmt::format("waits for another grading on this GPU (`fuser {}` shows whose)", path.string()));
    told = true;
    lock(file_, kind, path);
  } while (!is_at(file_, path));  // somebody who tidies /tmp may have removed it meanwhile
}

bool is_at(const Descriptor& file, const fs::path& path) {
  struct stat ours {
  }, there{};
  return fstat(file.get(), &ours) == 0 && lstat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

}  // namespace warpgrade::system
