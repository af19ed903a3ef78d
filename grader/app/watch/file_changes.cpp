#include "app/watch/file_changes.hpp"

#include <system_error>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

namespace warpgrade::app {

namespace fs = std::filesystem;

#ifdef __linux__

namespace {

/// Editors write the file itself, or another one that they rename.
constexpr std::uint32_t kSaved = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE;

}  // namespace

void FileChanges::watch(const fs::path& folder) {
  // A folder that is watched already stays so. Where it can't be, times and sizes must do.
  if (events_.get() >= 0) ::inotify_add_watch(events_.get(), folder.c_str(), kSaved);
}

void FileChanges::drain_events() {
  char events[4096];
  while (events_.get() >= 0 && ::read(events_.get(), events, sizeof events) > 0) {
  }
}

FileChanges::FileChanges(fs::path folder)
    : folder_(std::move(folder)), events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), known_(look()) {}

#else

void FileChanges::watch(const fs::path&) {}
void FileChanges::drain_events() {}
FileChanges::FileChanges(fs::path folder) : folder_(std::move(folder)), known_(look()) {}

#endif

std::map<fs::path, FileChanges::Stamp> FileChanges::look() {
  std::map<fs::path, Stamp> found;
  watch(folder_);
  std::error_code gone;  // files come and go while we look
  for (fs::recursive_directory_iterator entry(folder_, gone), end; !gone && entry != end;
       entry.increment(gone)) {
    std::error_code unreadable;
    if (entry->is_directory(unreadable)) {
      watch(entry->path());
      continue;
    }
    const std::string kind = entry->path().extension().string();
    if (kind != ".cu" && kind != ".cuh") continue;
    const Stamp stamp{entry->last_write_time(unreadable), entry->file_size(unreadable)};
    if (stamp.second == 0) continue;  // an editor has just begun to write it
    if (!unreadable) found[entry->path()] = stamp;
  }
  return found;
}

std::vector<fs::path> FileChanges::take() {
  drain_events();
  std::map<fs::path, Stamp> now = look();
  std::vector<fs::path> changed;
  for (const auto& [path, stamp] : now) {
    const auto before = known_.find(path);
    if (before == known_.end() || before->second != stamp) changed.push_back(path);
  }
  known_ = std::move(now);  // a file that was removed and put back is a change: a grading may have missed it
  return changed;
}

}  // namespace warpgrade::app
