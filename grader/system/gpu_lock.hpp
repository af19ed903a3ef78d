// Times are worth nothing while somebody else computes on the same GPU. Graders of this machine, whoever
// started them, therefore lock the GPU that they use: for themselves alone while they time, else
// together with others. The lock is an flock(2) on a file that is named after the card's UUID; the system
// releases it when the grader ends, however it ends. It binds graders only: other programs don't know of it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "system/process.hpp"

namespace warpgrade::system {

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

}  // namespace warpgrade::system
