// One call of a task on the simulator in a debugger. All threads of a kernel are fibers of one process, so
// that a debugger can stop in any of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "judge/options.hpp"
#include "kit/oracle.hpp"
#include "model/finding.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

struct DebugRequest {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  std::filesystem::path source;          ///< the file with the kernels
  std::optional<std::string> case_name;  ///< nothing: a small call with n elements
  std::uint64_t n = 8;
  double timeout_s = 0;                                 ///< of processor time
  std::vector<std::string> debugger;                    ///< its command; the program goes behind it
  std::function<void(const kit::CaseRequest&)> begins;  ///< told before the debugger starts
};

struct Debugged {
  /// Why there was nothing to debug: the file does not compile, or there is no such case.
  std::vector<Finding> why_not = {};
  bool returned = false;               ///< the call came to its end, so its outputs were compared
  std::vector<Finding> findings = {};  ///< what the simulator found, and what is wrong in the outputs
};

/// Compiles the task for a debugger, without a sandbox and without limits.
Debugged debug_call(const DebugRequest& request, const GradingOptions& options);

}  // namespace warpgrade::judge
