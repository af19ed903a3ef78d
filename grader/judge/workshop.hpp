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

/// Both are called from several threads at once.
class Workshop {
 public:
  virtual ~Workshop() = default;
  virtual BuildResult build(const std::string& device, const BuildRequest& request) = 0;
  /// `wrapper`: a command that goes before the runner's. It gets time to write its report at the end.
  virtual std::unique_ptr<CaseCaller> start(const std::filesystem::path& runner,
                                            const std::vector<std::string>& wrapper) = 0;
  /// Where tasks are timed; null: the grader was built without CUDA.
  virtual std::unique_ptr<Timer> timer() { return nullptr; }
};

/// The real one: the compiler of the toolchain, and child processes.
std::unique_ptr<Workshop> make_workshop(Toolchain toolchain);

}  // namespace warpgrade::judge
