#include "sandbox/sandbox.hpp"

#include "sandbox/bubblewrap.hpp"
#include "sandbox/landlock.hpp"
#include "sandbox/other_user.hpp"

namespace warpgrade::sandbox {
namespace {

/// What would tell of the user, or lead a tool to files that it can't use.
void set_variables(system::ProcessOptions& options, const Permissions& permissions) {
  options.variables.emplace_back("HOME=/nonexistent");
  options.variables.emplace_back("CCACHE_DISABLE=1");
  const auto& writable = permissions.writable;
  options.variables.push_back("TMPDIR=" + (writable.empty() ? "/tmp" : writable.front().string()));
}

}  // namespace

system::ProcessOptions Sandbox::confine(system::ProcessOptions options,
                                        const Permissions& permissions) const {
  if (tier_ == SandboxTier::none) return options;
  set_variables(options, permissions);
  switch (tier_) {
    case SandboxTier::bubblewrap: return under_bubblewrap(std::move(options), permissions);
    case SandboxTier::landlock: options.setup = landlock_setup(permissions); break;
    case SandboxTier::user: options.setup = other_user_setup(permissions); break;
    case SandboxTier::none: break;
  }
  return options;
}

bool Sandbox::is_program(pid_t started, pid_t process) const {
  return process == started ||
         (tier_ == SandboxTier::bubblewrap && is_program_of_bubblewrap(started, process));
}

}  // namespace warpgrade::sandbox
