// The races of a recording: which two steps race. The second access of each is that in which it was found.
#pragma once

#include <cstddef>
#include <vector>

#include "model/recording.hpp"
#include "report/trace/steps.hpp"

namespace warpgrade::report::trace {

/// Two accesses of the same memory with nothing between them that orders them.
struct Race {
  std::size_t finding = 0;                      ///< index into Recording::findings
  std::size_t first_step = 0, second_step = 0;  ///< the same one if both are in one instruction
  std::size_t first_event = 0, second_event = 0;
};

/// One for each finding that is a race and whose accesses are among the steps.
std::vector<Race> races_of(const Recording& recording, const std::vector<Step>& steps);

}  // namespace warpgrade::report::trace
