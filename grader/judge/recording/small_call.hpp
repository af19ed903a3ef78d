// The small call of a task that is shown step by step, drawn or debugged, and the runner for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "judge/options.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"
#include "kit/oracle.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

struct SmallCall {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  std::filesystem::path source;  ///< the file with the kernels
  bool graph = false;            ///< with elements that know where they come from
  std::uint64_t n = 8;
  std::string input = {};  ///< the kind of input, as in the spec; empty: one that is easy to read
  const spec::ProgramRun* run = nullptr;  ///< of a program there is no call, but this run of it

  kit::CaseRequest of_group(const spec::CaseGroup& group, const std::string& op, std::uint64_t seed) const;
  /// With that operator of the public cases whose results are easiest to read. Nothing if the task can't be
  /// called with n elements.
  std::optional<kit::CaseRequest> readable(const kit::Oracle& oracle, std::uint64_t seed) const;
  /// Why there is no call.
  Finding no_call() const;
  /// In one order, that of the options or else forward.
  CallOptions call_options(const GradingOptions& options, double timeout_s) const;
};

/// The oracle's case; nothing if it does not know the operator, the input or the size.
std::optional<kit::CaseData> ask(const kit::Oracle& oracle, const kit::CaseRequest& request);

/// Its task on the simulator, built as ./grade does, from the same cache. Without a runner its findings say
/// why.
TaskRun build_alone(const SmallCall& small, Workshop& workshop, const GradingOptions& options);

// ---- In a debugger -----------------------------------------------------------------------------------
// All threads of a kernel are fibers of one process, so that a debugger can stop in any of them.

struct Debugger {
  std::vector<std::string> command;                          ///< the program goes behind it
  double timeout_s = kNoTimeout_s;                           ///< of processor time
  std::function<void(const std::string& call)> begins = {};  ///< told before it starts
};

/// Compiles the task for a debugger, without a sandbox and without limits. With a `case_name` in the options
/// it is that case, and not a small call. Without findings and without a pass the call was ended before it
/// returned.
CaseResult debug_call(const SmallCall& small, const Debugger& debugger, const GradingOptions& options);

}  // namespace warpgrade::judge
