// A program that we trust, as ssh, with a pipe to write to and one to read from. It keeps our terminal, where
// it may ask for a password, our environment and our standard error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "system/descriptor.hpp"

namespace warpgrade::system {

class PipedProgram {
 public:
  /// Throws std::system_error that names the program if it can't be started.
  explicit PipedProgram(const std::vector<std::string>& command);
  ~PipedProgram();  ///< closes its input and waits for it
  PipedProgram(const PipedProgram&) = delete;
  PipedProgram& operator=(const PipedProgram&) = delete;

  /// False: it reads no more.
  bool write(std::string_view text);
  /// The next line without its end, or nothing if there are none left. Throws std::runtime_error for a line
  /// that is longer than `most`.
  std::optional<std::string> read_line(std::size_t most);
  /// Closes its input, waits, and returns the exit code, or 128 + the signal that ended it.
  int end();

 private:
  pid_t pid_ = -1;
  Descriptor input_, output_;
  std::string read_;
  int code_ = -1;
};

}  // namespace warpgrade::system
