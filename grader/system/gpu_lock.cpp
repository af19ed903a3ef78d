// The lock file lies in a folder where everybody may write, so it may be somebody else's, or no file at all.
// It is never written to: reading rights are enough for flock, and opening what exists without O_CREAT is
// allowed even where the system protects sticky folders (fs.protected_regular).
#include "system/gpu_lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include "system/file_lock.hpp"

namespace warpgrade::system {
namespace {

namespace fs = std::filesystem;

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

}  // namespace warpgrade::system
