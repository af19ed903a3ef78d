// ./grade quiz --own EXERCISE[/TASK]: a few questions on the student's own kernels, in the dialog of the
// quiz.
#pragma once

#include <string>
#include <vector>

#include "app/common_options.hpp"

namespace warpgrade::app {

struct OwnQuizOptions {
  std::vector<std::string> names;
  CommonOptions common{.device = judge::only(DeviceKind::simulator)};
  bool again = false, check = false;
};

/// 0: all that is asked is right, or answered where it is marked elsewhere; 1: it is not.
int own_quiz(const OwnQuizOptions& options);

}  // namespace warpgrade::app
