// Runs another program and reads its messages.
#pragma once

#include <string>
#include <vector>

namespace wgsim::driver {

struct ProcessResult {
  int exit_code = 0;   ///< 128 + signal if it was killed
  std::string errors;  ///< its standard error, where captured
};

/// Captures standard error; LC_ALL is C. Throws std::runtime_error if the program can't be started.
ProcessResult run_captured(const std::vector<std::string>& command);

/// Makes a program that starts later read standard input from its beginning. False if that is not possible (a
/// terminal, a pipe): then it has no input.
bool rewind_standard_input();

/// Captures standard error and drops standard output. `environment`: NAME=VALUE, added to ours.
ProcessResult run_again(const std::vector<std::string>& command, const std::vector<std::string>& environment);

/// The program uses our standard streams. `environment`: NAME=VALUE, added to ours.
int run_attached(const std::vector<std::string>& command, const std::vector<std::string>& environment);

}  // namespace wgsim::driver
