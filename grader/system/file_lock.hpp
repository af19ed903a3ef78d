// An flock(2) on a file. The system releases it when its holder ends, however it ends, so a held lock
// says that its owner is alive.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "system/descriptor.hpp"

namespace warpgrade::system {

/// Held while this object lives. Waits for whoever holds it, but not for ever, since anybody who can read the
/// file can lock it: then this one is not held.
class FileLock {
 public:
  /// Makes the file if it is missing; throws std::system_error if it can't.
  /// `waits`: told at once, and once, if another process holds it: which one.
  explicit FileLock(const std::filesystem::path& path,
                    std::chrono::milliseconds at_most = std::chrono::seconds(20),
                    const std::function<void(const std::string& holder)>& waits = {});

  bool is_held() const { return why_not_.empty(); }
  const std::string& why_not() const { return why_not_; }  ///< a sentence for people: who holds it

 private:
  Descriptor file_;
  std::string why_not_;
};

/// Does the path lead to this file? Somebody may have removed or replaced it since it was opened.
bool is_at(const Descriptor& file, const std::filesystem::path& path);

}  // namespace warpgrade::system
