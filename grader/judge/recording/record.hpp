// One small call of a task on the simulator, recorded event by event (model/recording.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "judge/options.hpp"
#include "kit/oracle.hpp"
#include "model/recording.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

struct RecordingRequest {
  const spec::Exercise* exercise = nullptr;
  const spec::Task* task = nullptr;
  std::filesystem::path source;  ///< the file with the kernels
  bool graph = false;            ///< with elements that know where they come from
  std::uint64_t n = 8;
  std::string input = {};  ///< the kind of input, as in the spec; empty: one that is easy to read
};

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
Recorded record(const RecordingRequest& request, const GradingOptions& options);

}  // namespace warpgrade::judge
