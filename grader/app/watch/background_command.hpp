// Runs this command once more, with other arguments, in the background. Its output goes to the same terminal.
// When it ends, all processes that it has started end too.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace warpgrade::app {

class BackgroundCommand {
 public:
  BackgroundCommand() = default;
  ~BackgroundCommand() { end(); }
  BackgroundCommand(const BackgroundCommand&) = delete;
  BackgroundCommand& operator=(const BackgroundCommand&) = delete;

  enum class Output { shown, hidden };
  /// Ends what ran before. Only standard output can be hidden: errors and progress never are. Throws
  /// std::system_error if it can't be started.
  void start(const std::vector<std::string>& arguments, Output output = Output::shown);
  bool is_running() const { return process_ > 0; }
  /// The exit code, once the command has ended; it is given only one time. 128 + signal if a signal ended it.
  std::optional<int> take_exit_code();
  void end();

  /// Ends the one that runs, if there is one. Safe in a signal handler.
  static void end_all() noexcept;

 private:
  int reap();  ///< its status, as of waitpid
  pid_t process_ = 0;
};

}  // namespace warpgrade::app
