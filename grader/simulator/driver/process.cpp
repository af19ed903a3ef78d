#include "process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <stdexcept>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include "system/file_text.hpp"
#include "system/temporary_folder.hpp"

#ifdef __APPLE__
extern char** environ;  // elsewhere <unistd.h> has it
#endif

namespace wgsim::driver {
namespace {

/// "LC_ALL=C" changes "LC_ALL=de_DE". (A shell would take the last of two.)
bool is_changed(std::string_view variable, const std::vector<std::string>& changes) {
  return std::any_of(changes.begin(), changes.end(), [&](std::string_view change) {
    return variable.starts_with(change.substr(0, change.find('=') + 1));
  });
}

/// Ctrl-C ends only the children: they fail, and we clean up.
class LeavesInterruptsToChildren {
 public:
  LeavesInterruptsToChildren() = default;
  ~LeavesInterruptsToChildren() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGQUIT, quit_);
  }
  LeavesInterruptsToChildren(const LeavesInterruptsToChildren&) = delete;
  LeavesInterruptsToChildren& operator=(const LeavesInterruptsToChildren&) = delete;

  /// The signals that a child must not ignore as we do now.
  sigset_t of_children() const {
    sigset_t signals;
    sigemptyset(&signals);
    if (interrupt_ != SIG_IGN) sigaddset(&signals, SIGINT);
    if (quit_ != SIG_IGN) sigaddset(&signals, SIGQUIT);
    return signals;
  }

 private:
  using Handler = void (*)(int);
  Handler interrupt_ = std::signal(SIGINT, SIG_IGN), quit_ = std::signal(SIGQUIT, SIG_IGN);
};

pid_t start(const std::vector<std::string>& command, const std::vector<std::string>& changes,
            const LeavesInterruptsToChildren& interrupts,
            const posix_spawn_file_actions_t* actions = nullptr) {
  std::vector<char*> arguments, environment;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  for (const std::string& change : changes) environment.push_back(const_cast<char*>(change.c_str()));
  for (char** variable = environ; *variable; ++variable)
    if (!is_changed(*variable, changes)) environment.push_back(*variable);
  environment.push_back(nullptr);
  const sigset_t signals = interrupts.of_children();
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, arguments[0], actions, &attributes, arguments.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::runtime_error("can't start " + command[0] + ": " + std::strerror(error));
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// `silent`: without standard output.
ProcessResult run_and_read(const std::vector<std::string>& command,
                           const std::vector<std::string>& environment, bool silent) {
  const LeavesInterruptsToChildren interrupts;  // until the folder is gone
  const warpgrade::system::TemporaryFolder folder;
  const std::filesystem::path errors = folder.path() / "errors";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT, 0600);
  if (silent) posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const int exit_code = wait_for(start(command, environment, interrupts, &actions));
  posix_spawn_file_actions_destroy(&actions);
  return {exit_code, warpgrade::system::require_file_text(errors)};
}

}  // namespace

ProcessResult run_captured(const std::vector<std::string>& command) {
  return run_and_read(command, {"LC_ALL=C"}, false);
}

bool rewind_standard_input() {
  if (lseek(STDIN_FILENO, 0, SEEK_SET) == 0) return true;
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  close(nothing);
  return false;
}

ProcessResult run_again(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment) {
  return run_and_read(command, environment, true);
}

int run_attached(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  const LeavesInterruptsToChildren interrupts;
  return wait_for(start(command, environment, interrupts));
}

}  // namespace wgsim::driver
