// Integer divisions by zero in kernels.
#pragma once

namespace wgsim::core {

/// While it lives, a division of a kernel that the processor refuses ends the kernel with a finding: the
/// handler of SIGFPE is the simulator's. On processors of ARM such a division gives 0, and nothing is found.
class WatchForDivisions {
 public:
  WatchForDivisions();
  ~WatchForDivisions();
  WatchForDivisions(const WatchForDivisions&) = delete;
  WatchForDivisions& operator=(const WatchForDivisions&) = delete;
};

}  // namespace wgsim::core
