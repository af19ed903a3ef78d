// What a call of a submission gave: run/ makes it, check/ judges it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocol/runner_messages.hpp"

namespace warpgrade::judge {

/// What the runner tells of it, and what the judge sees. `findings` holds both sides' own (crash, timeout,
/// …), and `seconds` are by the judge's clock.
struct CallResult : protocol::Outcome {
  bool started = true;     ///< false: the program did not get as far as its first task
  bool completed = false;  ///< outputs are valid bytes to compare
  std::vector<std::vector<std::byte>> outputs;
  std::vector<std::vector<std::byte>> poison;  ///< what the outputs held before the call
  double used_s = 0;   ///< what it would take on a machine of its own (ProtocolChild::used_s)
  std::string output;  ///< stdout and stderr of the submission, capped
};

}  // namespace warpgrade::judge
