// How a program of strangers is started: with the permissions that it needs, and nothing else. Its tier says
// by which means this machine does that (model/sandbox_tier.hpp).
#pragma once

#include <sys/types.h>

#include "model/sandbox_tier.hpp"
#include "sandbox/permissions.hpp"
#include "system/process.hpp"

namespace warpgrade::sandbox {

class Sandbox {
 public:
  Sandbox() = default;  ///< none
  explicit Sandbox(SandboxTier tier) : tier_(tier) {}

  SandboxTier tier() const { return tier_; }

  /// The same program, confined. Throws std::system_error where that can't be prepared.
  system::ProcessOptions confine(system::ProcessOptions options, const Permissions& permissions) const;

  /// Is `process` the confined program itself, and not a process that it has started? `started`: the process
  /// that was started for it.
  bool is_program(pid_t started, pid_t process) const;

 private:
  SandboxTier tier_ = SandboxTier::none;
};

}  // namespace warpgrade::sandbox
