// Child processes that are not trusted: own session without a terminal, cleared environment, no inherited
// descriptors, resource limits, one pipe for all they print. The end of a Process object is the end of its
// group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "system/descriptor.hpp"

namespace warpgrade::system {

/// How a process ended: by a signal, or by exit(code).
struct ExitStatus {
  int code = 0;
  int signal = 0;  ///< 0: it exited
  bool success() const { return code == 0 && signal == 0; }
};

/// What a child does to itself before it becomes the program.
class ChildSetup {
 public:
  virtual ~ChildSetup() = default;
  /// Runs between fork and exec: only calls that are safe there. If it returns false, the program is not
  /// started, and errno says why.
  virtual bool apply() const = 0;
};

struct ProcessOptions {
  std::vector<std::string> command;                   ///< the program's path or name, then its arguments
  std::vector<std::pair<int, int>> descriptors = {};  ///< ours → the child's number, from 3 upwards
  std::uint64_t address_space_bytes = 0;              ///< 0: unlimited. Never set for CUDA programs
  std::uint64_t file_bytes = std::uint64_t(4) << 30;  ///< the largest file that it may write
  std::vector<std::string> variables = {};            ///< NAME=value: instead of what it would inherit
  std::shared_ptr<const ChildSetup> setup = {};       ///< may be null
  /// The command starts another program, and tells a signal that ended it as shells do: by the exit code
  /// 128 + signal.
  bool tells_signals_by_code = false;
  /// It ends with this process, and not already with the thread that has started it: for what threads share.
  bool outlives_its_thread = false;
  /// It uses our terminal, where we have one, instead of a pipe: a debugger. Ours again when it has ended.
  bool in_terminal = false;
};

/// Of this process: for a child that is trusted with all of them.
std::vector<std::string> whole_environment();

class Process {
 public:
  /// Throws std::system_error that names the program if it can't be started.
  explicit Process(const ProcessOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return pid_; }             ///< of the process and of its group
  int output() const { return output_.get(); }  ///< stdout and stderr, non-blocking
  bool has_ended() const;                       ///< does not wait
  /// Ends the whole group and what has left it, waits for the process and says how it ended (its own end, if
  /// it came first).
  ExitStatus end();

 private:
  pid_t pid_ = -1;
  Descriptor output_;
  bool tells_signals_by_code_ = false, in_terminal_ = false;
  std::optional<ExitStatus> status_;
};

/// What a child printed: keeps the first bytes and counts the rest.
class Output {
 public:
  explicit Output(std::size_t keep) : keep_(keep) {}
  /// Takes what is there, at most about 1 MB. False if the other side is closed.
  bool read_from(int fd);
  std::size_t total() const { return total_; }
  const std::string& text() const { return text_; }
  /// The text, with a last line that says how much was left out. Starts anew.
  std::string take();

 private:
  std::size_t keep_;
  std::size_t total_ = 0;
  std::string text_;
};

struct CommandLimits {
  double timeout_s = 120;  ///< of computing, or else of waiting (system/process_info.hpp)
  std::size_t output_bytes = std::size_t(16) << 20;
  std::size_t kept_output_bytes = std::size_t(1) << 20;
};
struct CommandResult {
  ExitStatus status;
  bool timed_out = false;
  bool flooded = false;  ///< stopped because it printed more than output_bytes
  std::string output;
  double seconds = 0;
};
/// Runs a program to its end. Throws std::system_error if it can't be started.
CommandResult run_command(const ProcessOptions& options, const CommandLimits& limits);
CommandResult run_command(const std::vector<std::string>& command, const CommandLimits& limits);

}  // namespace warpgrade::system
