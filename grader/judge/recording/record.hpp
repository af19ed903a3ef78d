// One small call of a task on the simulator, recorded event by event (model/recording.hpp).
#pragma once

#include <vector>

#include "judge/recording/small_call.hpp"
#include "model/recording.hpp"

namespace warpgrade::judge {

struct Recorded {
  Recording recording;
  /// Why there is no recording: the file does not compile, or the task has no operator to make a graph of.
  /// Empty if there is one. What goes wrong during the call is in the recording.
  std::vector<Finding> why_not;
};

/// Does the task combine elements with an operator, or exchange them by a comparator, so that there can be a
/// graph?
bool has_graph(const spec::Task& task, const kit::Oracle& oracle);

/// Builds the submission (as ./grade does, from the same cache), and calls the task once. Of the options it
/// uses toolchain, cache, sandbox, order, seed and trusted.
Recorded record(const SmallCall& small, const GradingOptions& options);

}  // namespace warpgrade::judge
