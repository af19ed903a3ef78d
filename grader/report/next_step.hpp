// What a reader should know and do after a grading.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"

namespace warpgrade::report {

struct Advice {
  std::string sentence, command;  ///< the command may be empty
};

/// The one thing to do next.
Advice next_step(const Result& result);

/// Why points wait: a sentence for each reason, with the tasks where the reasons differ.
std::vector<std::string> why_points_wait(const Result& result);

}  // namespace warpgrade::report
