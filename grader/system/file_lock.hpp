// Locks between processes: an flock(2) on a file. The system releases it when its holder ends, however it
// ends, so a held lock says that its owner is alive.
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

/// Times are worth nothing while somebody else computes on the same GPU. Graders of this machine, whoever
/// started them, therefore lock the GPU that they use: for themselves alone while they time, else together
/// with others. The lock is on a file that is named after the card's UUID. It binds graders only: other
/// programs don't know of it.
class GpuLock {
 public:
  enum class Use {
    alone,    ///< to time
    together  ///< for anything else: with others, but not while somebody times
  };

  /// Waits for the lock. `waiting` is called once if that takes time, with a sentence for people. A holder of
  /// one lock of a GPU must release it before asking for the other kind. Throws std::runtime_error if the
  /// lock file can't be used. `folder` must be the same for all users of the machine.
  GpuLock(const std::string& uuid, Use use, const std::function<void(const std::string&)>& waiting,
          const std::filesystem::path& folder = "/tmp");

 private:
  Descriptor file_;
};

/// Does the path lead to this file? Somebody may have removed or replaced it since it was opened.
bool is_at(const Descriptor& file, const std::filesystem::path& path);

}  // namespace warpgrade::system
