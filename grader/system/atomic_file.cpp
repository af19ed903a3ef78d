#include "system/atomic_file.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "system/descriptor.hpp"
#include "system/file_lock.hpp"
#include "system/process_info.hpp"

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

/// In the same folder, since a rename works within one file system only. Other machines and other users may
/// write there too.
fs::path beside(const fs::path& path) {
  return fmt::format("{}.{}.{}.tmp", path.string(), host_name(), ::getuid());
}

[[noreturn]] void fail(const fs::path& path, int reason) {
  throw std::runtime_error(fmt::format("can't write {}: {}", path.string(), std::strerror(reason)));
}

/// The file that will take the place of another one. Its lock says that its writer lives: one that nobody
/// holds was left by a process that was killed, and goes.
class Draft {
 public:
  /// Waits for others that write the same file. `path`: for the message if it can't be made.
  Draft(const fs::path& path, fs::path at) : path_(path), at_(std::move(at)) {
    for (int tries = 0; !make(); ++tries) {
      if (errno != EEXIST || tries == kMostTries) fail(path_, errno);
      if (!remove_abandoned()) std::this_thread::sleep_for(kInterval);
    }
  }
  ~Draft() {
    if (is_at(file_, at_)) ::unlink(at_.c_str());
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  void write(std::string_view content) const {
    while (!content.empty()) {
      const ssize_t done = ::write(file_.get(), content.data(), content.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail(path_, errno);
      content.remove_prefix(std::size_t(done));
    }
  }
  void replace(const fs::path& file) const {
    if (std::rename(at_.c_str(), file.c_str()) != 0) fail(path_, errno);
  }

 private:
  static constexpr std::chrono::milliseconds kInterval{10};
  static constexpr int kMostTries = 1000;  // ten seconds

  bool make() {
    file_ = Descriptor(::open(at_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file_.get() < 0) return false;
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) == 0 && is_at(file_, at_)) return true;
    errno = EEXIST;  // another process took it for abandoned before it was locked
    return false;
  }
  bool remove_abandoned() const {
    const Descriptor left(::open(at_.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    return left.get() >= 0 && ::flock(left.get(), LOCK_EX | LOCK_NB) == 0 && is_at(left, at_) &&
           ::unlink(at_.c_str()) == 0;
  }

  fs::path path_, at_;
  Descriptor file_;
};

}  // namespace

void write_file_atomically(const fs::path& path, std::string_view content) {
  const fs::path replaced = behind_links(path);
  const Draft draft(path, beside(replaced));
  draft.write(content);
  draft.replace(replaced);
}

void write_file_and_folders(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  write_file_atomically(path, content);
}

void require_writable(const fs::path& path) {
  const fs::path replaced = behind_links(path);
  if (fs::is_directory(replaced)) fail(path, EISDIR);
  const Draft draft(path, beside(replaced));
}

}  // namespace warpgrade::system
