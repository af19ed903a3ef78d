// What grading needs from the outside: building a submission and calling its runner. An interface, so that
// the tests of the grader put their own in its place and need neither a compiler nor a child process.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "judge/compile/build.hpp"
#include "judge/compile/build_cache.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/options.hpp"
#include "judge/program/run_program.hpp"
#include "judge/run/runner_process.hpp"
#include "judge/timing/comparison/comparison.hpp"

namespace warpgrade::judge {

inline constexpr double kNoTimeout_s = 1e9;  ///< in a debugger

/// A tool that a runner is started under.
struct Tool {
  std::vector<std::string> command;  ///< goes before the runner's; empty: no tool
  std::vector<std::filesystem::path> readable = {}, writable = {};  ///< what it needs in a sandbox
  bool is_debugger = false;  ///< it has the terminal, and no limits: its user is the one who wrote the code
};

/// Both are called from several threads at once.
class Workshop {
 public:
  virtual ~Workshop() = default;
  virtual BuildResult build(DeviceKind device, const BuildRequest& request) = 0;
  /// A runner that was built for `device`.
  virtual std::unique_ptr<CaseCaller> start(DeviceKind device, const std::filesystem::path& runner,
                                            const Tool& tool) = 0;
  /// Runs a whole program that was built for `device`.
  virtual ProgramResult run_program(DeviceKind device, const std::filesystem::path& program,
                                    const spec::Exercise& exercise, const spec::ProgramRun& run,
                                    const CallOptions& options, const Tool& tool);
  /// Builds the oracles that are not in the cache, side by side; `building` hears whose. Throws
  /// spec::SpecError with the mistakes in an oracle.cpp.
  virtual void build_oracles(const std::vector<const spec::Exercise*>&, int /*jobs*/,
                             const std::function<void(const std::string& exercise)>& /*building*/,
                             const Waits& /*waits*/) {}
  virtual kit::Oracle oracle(const spec::Exercise& exercise) = 0;
  /// Where tasks are timed; null: the grader was built without CUDA.
  virtual std::unique_ptr<Timer> timer() { return nullptr; }
};

/// The real workshop: it uses the compiler of the toolchain, child processes and the oracles of the options.
/// All children run in the sandbox; those that use a GPU run in gpu_sandbox.
std::unique_ptr<Workshop> make_workshop(Toolchain toolchain, const GradingOptions& options);

}  // namespace warpgrade::judge
