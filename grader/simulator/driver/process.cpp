#include "process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
extern char** environ;  // elsewhere <unistd.h> has it
#endif

namespace wgsim::driver {
namespace {

std::string_view name_of(std::string_view variable) { return variable.substr(0, variable.find('=')); }

/// Our environment with some variables replaced, in the form that execve takes.
class Environment {
 public:
  explicit Environment(const std::vector<std::string>& changes) : changes_(changes) {
    for (char** variable = environ; *variable; ++variable) {
      bool replaced = false;
      for (const std::string& change : changes_) replaced = replaced || name_of(change) == name_of(*variable);
      if (!replaced) pointers_.push_back(*variable);
    }
    for (std::string& change : changes_) pointers_.push_back(change.data());
    pointers_.push_back(nullptr);
  }
  char** data() { return pointers_.data(); }

 private:
  std::vector<std::string> changes_;
  std::vector<char*> pointers_;
};

/// While we wait for the child, Ctrl-C ends only the child.
class SignalsLeftToChild {
 public:
  SignalsLeftToChild() : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
  ~SignalsLeftToChild() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGQUIT, quit_);
  }
  SignalsLeftToChild(const SignalsLeftToChild&) = delete;
  SignalsLeftToChild& operator=(const SignalsLeftToChild&) = delete;

 private:
  void (*interrupt_)(int);
  void (*quit_)(int);
};

pid_t start(const std::vector<std::string>& command, const posix_spawn_file_actions_t* actions,
            const std::vector<std::string>& changes) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  Environment environment(changes);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, arguments[0], actions, nullptr, arguments.data(), environment.data());
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
  const SignalsLeftToChild left_to_child;  // after Ctrl-C the child fails, and we clean up
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0)
    throw std::runtime_error(std::string("can't make a pipe: ") + std::strerror(errno));
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  if (silent) posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  try {
    child = start(command, &actions, environment);
  } catch (...) {
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  ProcessResult result;
  std::array<char, 4096> buffer;
  for (ssize_t n = 0; (n = read(ends[0], buffer.data(), buffer.size())) > 0 || (n < 0 && errno == EINTR);) {
    if (n > 0) result.errors.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  result.exit_code = wait_for(child);
  return result;
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
  const SignalsLeftToChild left_to_child;
  return wait_for(start(command, nullptr, environment));
}

}  // namespace wgsim::driver
