// A filter for system calls (seccomp): what neither a compiler nor a task needs, and what would reach out of
// the sandbox or far into the kernel. One table lists the calls. Refused calls fail with EPERM.
#pragma once

#include <cstdint>
#include <linux/filter.h>
#include <vector>

namespace warpgrade::sandbox {

/// What the filter must refuse because nothing else does.
struct CallFilterOptions {
  bool network = false;          ///< there is no network namespace: no sockets
  bool nameless_files = false;   ///< memory that is in no process, so that nobody counts it
  bool shared_memory = false;    ///< there is no IPC namespace: no System V objects, which would stay behind
  bool file_attributes = false;  ///< nothing else keeps it from changing modes, owners and times of files
  bool other_processes = false;  ///< there is no namespace of processes: it may act on itself only,
  bool signals = false;          ///< and signal itself only
};

/// The program of the filter. In it kOwnProcess stands for the number of the process that installs it.
std::vector<sock_filter> call_filter(const CallFilterOptions& options);

inline constexpr std::uint32_t kOwnProcess = 0xFFFF'FFFE;

/// For this process and all that come from it; needs PR_SET_NO_NEW_PRIVS. Safe between fork and exec.
bool install_call_filter(std::vector<sock_filter>& filter);

}  // namespace warpgrade::sandbox
