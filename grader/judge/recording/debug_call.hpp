// One call of a task on the simulator in a debugger. All threads of a kernel are fibers of one process, so
// that a debugger can stop in any of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/recording/small_call.hpp"
#include "model/result.hpp"

namespace warpgrade::judge {

struct Debugger {
  std::vector<std::string> command;                          ///< the program goes behind it
  double timeout_s = kNoTimeout_s;                           ///< of processor time
  std::function<void(const kit::CaseRequest&)> begins = {};  ///< told before it starts
};

/// Compiles the task for a debugger, without a sandbox and without limits. With a `case_name` in the options
/// it is that case, and not a small call. Without findings and without a pass the call was ended before it
/// returned.
CaseResult debug_call(const SmallCall& small, const Debugger& debugger, const GradingOptions& options);

}  // namespace warpgrade::judge
