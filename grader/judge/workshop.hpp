// What grading needs from the outside: building a submission and calling its runner. An interface, so that
// the tests of the grader put their own in its place and need neither a compiler nor a child process.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/build/build.hpp"
#include "judge/build/toolchain.hpp"
#include "judge/run/runner_process.hpp"
#include "judge/timing/comparison/comparison.hpp"

namespace warpgrade::judge {

/// A runner that can be called again and again. Used by one thread at a time.
class CaseCaller {
 public:
  virtual ~CaseCaller() = default;
  virtual CallResult call(const kit::CaseData& data, const kit::CaseRequest& request,
                          const CallOptions& options) = 0;
  virtual std::optional<protocol::Hello> hello() const = 0;
};

/// A tool that a runner is started under.
struct Tool {
  std::vector<std::string> command;  ///< goes before the runner's; empty: no tool
  std::vector<std::filesystem::path> readable = {}, writable = {};  ///< what it needs in a sandbox
};

/// Both are called from several threads at once.
class Workshop {
 public:
  virtual ~Workshop() = default;
  virtual BuildResult build(const std::string& device, const BuildRequest& request) = 0;
  /// A runner that was built for `device`.
  virtual std::unique_ptr<CaseCaller> start(const std::string& device, const std::filesystem::path& runner,
                                            const Tool& tool) = 0;
  /// Where tasks are timed; null: the grader was built without CUDA.
  virtual std::unique_ptr<Timer> timer() { return nullptr; }
};

/// The real one: the compiler of the toolchain, and child processes, all of them in the sandbox; what runs on
/// a GPU in its own.
std::unique_ptr<Workshop> make_workshop(Toolchain toolchain, sandbox::Sandbox sandbox,
                                        sandbox::Sandbox gpu_sandbox);

}  // namespace warpgrade::judge
