#include "sandbox/sandbox.hpp"

#include <fstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "sandbox/tiers.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::sandbox {
namespace {

namespace fs = std::filesystem;

/// What would tell of the user, or lead a tool to files that it can't use.
void set_variables(system::ProcessOptions& options, const Permissions& permissions) {
  options.variables.emplace_back("HOME=/nonexistent");
  options.variables.emplace_back("CCACHE_DISABLE=1");
  const auto& writable = permissions.writable;
  options.variables.push_back("TMPDIR=" + (writable.empty() ? "/tmp" : writable.front().string()));
}

/// Fails if it can read the file that it is told; prints a word otherwise, so that it is known to have run.
constexpr const char* kProbe = "read word < \"$0\" && exit 9; echo confined";

constexpr double kDriverTimeout_s = 60;  // its first answer may take many seconds on a large machine

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// What this machine lacks for a tier, so that there is no need to try it; empty if nothing is missing.
std::string what_is_missing(SandboxTier tier) {
#ifdef __linux__
  if (tier == SandboxTier::landlock && landlock_version() == 0)
    return "this kernel has no Landlock (it came with Linux 5.13), or a container's rules forbid it";
  if (tier == SandboxTier::user && ::geteuid() != 0) return "only root can start programs as another user";
  return "";
#else
  (void)tier;
  return "only Linux has it";
#endif
}

/// `folder`: for a file that must not be read.
std::string try_it(SandboxTier tier, const fs::path& folder) {
  const fs::path secret = folder / "secret";
  std::ofstream(secret) << "secret\n";
  const system::CommandResult ran = system::run_command(
      Sandbox(tier).confine({.command = {"/bin/sh", "-c", kProbe, secret}}, {}), {.timeout_s = 20});
  if (ran.status.code == 9) return "it does not keep files from a program";
  if (ran.status.success() && ran.output.ends_with("confined\n")) return "";
  return ran.output.empty() ? fmt::format("a small program under it ended with code {}", ran.status.code)
                            : first_line(ran.output);
}

/// Why a program that uses the GPU fails under a tier; empty: it does not.
std::string why_no_gpu(SandboxTier tier, const fs::path& probe) try {
  const Permissions permissions{.readable = {probe}, .gpu = true};
  const system::CommandResult ran = system::run_command(
      Sandbox(tier).confine({.command = {probe.string()}}, permissions), {.timeout_s = kDriverTimeout_s});
  if (ran.status.success()) return "";
  return ran.output.empty() ? fmt::format("the probe for a GPU ended with code {}", ran.status.code)
                            : first_line(ran.output);
} catch (const std::system_error& error) {
  return error.what();  // nobody may run it where it is, for example
}

}  // namespace

system::ProcessOptions Sandbox::confine(system::ProcessOptions options,
                                        const Permissions& permissions) const {
  if (tier_ == SandboxTier::none) return options;
  set_variables(options, permissions);
#ifdef __linux__
  if (tier_ == SandboxTier::bubblewrap) return under_bubblewrap(std::move(options), permissions);
  options.setup =
      tier_ == SandboxTier::landlock ? landlock_setup(permissions) : other_user_setup(permissions);
#endif
  return options;
}

bool Sandbox::is_program(pid_t started, pid_t process) const {
#ifdef __linux__
  if (tier_ == SandboxTier::bubblewrap && is_program_of_bubblewrap(started, process)) return true;
#endif
  return process == started;
}

std::string why_not(SandboxTier tier) {
  if (tier == SandboxTier::none) return "";
  if (std::string missing = what_is_missing(tier); !missing.empty()) return missing;
  const system::TemporaryFolder folder;  // where there can be none, that is no word about the tier
  try {
    return try_it(tier, folder.path());
  } catch (const std::system_error& error) {
    if (tier == SandboxTier::bubblewrap && error.code() == std::errc::no_such_file_or_directory)
      return "bwrap is not installed";
    return error.what();
  }
}

Sandbox choose(Choice choice) {
  if (choice == Choice::none) return Sandbox();
  for (const SandboxTierInfo& info : kSandboxTiers) {
    const std::string problem = why_not(info.tier);
    if (problem.empty()) return Sandbox(info.tier);
    if (choice == Choice::require)
      throw std::runtime_error(fmt::format(
          "--sandbox require needs bubblewrap, which does not work here: {}. Install it (ci/bootstrap.sh, or "
          "the package bubblewrap). In a container it needs user namespaces: `./grade doctor` says more",
          problem));
  }
  return Sandbox();
}

Sandbox choose_for_gpu(Choice choice, const fs::path& probe) {
  if (choice == Choice::require) {
    const Sandbox sandbox = choose(choice);
    if (const std::string problem = probe.empty() ? "" : why_no_gpu(sandbox.tier(), probe); !problem.empty())
      throw std::runtime_error(fmt::format(
          "--sandbox require: under bubblewrap the GPU can't be used on this machine: {}", problem));
    return sandbox;
  }
  if (choice == Choice::none || probe.empty()) return Sandbox();
  for (const SandboxTierInfo& info : kSandboxTiers)
    if (why_not(info.tier).empty() && why_no_gpu(info.tier, probe).empty()) return Sandbox(info.tier);
  return Sandbox();
}

}  // namespace warpgrade::sandbox
