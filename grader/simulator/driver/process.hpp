// Running another program and reading what it says.
#pragma once

#include <string>
#include <vector>

namespace wgsim::driver {

struct ProcessResult {
  int exit_code = 0;   ///< 128 + signal if it was killed
  std::string errors;  ///< its standard error, where captured
};

/// Standard error is captured, LC_ALL is C. Throws std::runtime_error if it can't be started.
ProcessResult run_captured(const std::vector<std::string>& command);

/// Standard streams are ours. `environment`: NAME=VALUE, added to ours.
int run_attached(const std::vector<std::string>& command, const std::vector<std::string>& environment);

}  // namespace wgsim::driver
