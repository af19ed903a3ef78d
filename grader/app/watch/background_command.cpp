// The command ends when this process ends, for whatever reason, and so do all processes that it has started
// (system/orphans.hpp).
#include "app/watch/background_command.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "simulator/driver/programs.hpp"
#include "system/orphans.hpp"

namespace warpgrade::app {
namespace {

volatile pid_t running = 0;  // for end_all()

/// Between fork and exec. The child gets a group of its own, so that it can be ended with all its processes;
/// it does not read the keyboard.
[[noreturn]] void become(char* const* arguments, BackgroundCommand::Output output, pid_t parent) {
  ::setpgid(0, 0);
  system::end_with_judge(::getpid());
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died in between
#endif
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, STDIN_FILENO);
  if (output == BackgroundCommand::Output::hidden) ::dup2(nothing, STDOUT_FILENO);
  ::close(nothing);
  ::execv(arguments[0], arguments);
  ::_exit(127);
}

}  // namespace

void BackgroundCommand::start(const std::vector<std::string>& arguments, Output output) {
  end();
  std::vector<std::string> words{wgsim::driver::this_program().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid(), child = system::fork_child();
  if (child == 0) become(pointers.data(), output, parent);
  if (child < 0) throw std::system_error(errno, std::generic_category(), "cannot start " + words.front());
  ::setpgid(child, child);  // whoever of the two is first
  running = process_ = child;
}

std::optional<int> BackgroundCommand::take_exit_code() {
  siginfo_t info{};
  if (process_ <= 0 || ::waitid(P_PID, id_t(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != process_)
    return std::nullopt;
  const int status = reap();
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void BackgroundCommand::end_all() noexcept {
  if (running > 0) ::kill(-running, SIGKILL);
}

void BackgroundCommand::end() {
  if (process_ <= 0) return;
  end_all();
  reap();
}

int BackgroundCommand::reap() {
  system::forget_group(process_);
  const int status = system::reap_child(process_);
  running = process_ = 0;
  system::end_orphans();  // processes that it had started and not ended are our children now
  return status;
}

}  // namespace warpgrade::app
