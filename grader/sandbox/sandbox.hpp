// How a program of strangers is started: with the permissions that it needs, and nothing else. Its tier says
// by which means this machine does that (model/sandbox_tier.hpp).
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "model/sandbox_tier.hpp"
#include "system/process.hpp"

namespace warpgrade::sandbox {

/// What a program in a sandbox may use besides the system's own programs and libraries.
struct Permissions {
  /// Files and folders, to read and to run; missing ones are left out.
  std::vector<std::filesystem::path> readable = {};
  std::vector<std::filesystem::path> writable = {};  ///< folders; the first one is for its temporary files
  bool gpu = false;
  /// It has no numbers of processes and no IPC of its own: CUDA lends memory only between processes that know
  /// each other's numbers. Then it can send signals to others of its user, and not much more.
  bool shares_processes = false;
};

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

// ---- Which tier works on this machine -------------------------------------------------------------------
//
// A small program is run under each, best first, and must be unable to read a file that is not meant for it.

enum class Choice { automatic, require, none };

/// As they are typed behind --sandbox.
inline constexpr std::array<std::pair<std::string_view, Choice>, 3> kChoices{{
    {"auto", Choice::automatic},
    {"require", Choice::require},
    {"none", Choice::none},
}};
inline std::string_view to_string(Choice choice) { return kChoices[std::size_t(choice)].first; }

/// Why a tier can't be used here; empty: it works.
std::string why_not(SandboxTier tier);

/// automatic: the best tier that works. require: bubblewrap; throws std::runtime_error, which says what to
/// do, where it does not work.
Sandbox choose(Choice choice);

/// The same for what runs on a GPU: drivers differ, so the tier must also let `probe`, a program that takes
/// the GPU and uses it, end well. If `probe` is empty, no GPU is used, and automatic gives no sandbox.
Sandbox choose_for_gpu(Choice choice, const std::filesystem::path& probe);

}  // namespace warpgrade::sandbox
