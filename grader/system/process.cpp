// fork and exec with care: what happens between the two uses only calls that are safe there, since the judge
// has other threads.
#include "system/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "system/orphans.hpp"
#include "system/pipe.hpp"
#include "system/process_info.hpp"

#ifdef __APPLE__
extern char** environ;  // elsewhere <unistd.h> has it
#endif

namespace warpgrade::system {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// The few variables that compilers and the CUDA driver need; nothing else of ours reaches a child.
std::vector<std::string> child_environment(const std::vector<std::string>& given) {
  static constexpr std::array names = {
      "PATH=", "HOME=", "TMPDIR=", "LD_LIBRARY_PATH=", "SDKROOT=", "DEVELOPER_DIR=", "DYLD_LIBRARY_PATH="};
  static constexpr std::array prefixes = {"CUDA_", "NVIDIA_"};
  std::vector<std::string> kept = given;
  kept.emplace_back("LC_ALL=C.UTF-8");  // compilers' messages are parsed, so in English
  const auto is_given = [&given](std::string_view text) {
    const std::string_view name = text.substr(0, text.find('=') + 1);
    return std::ranges::any_of(given, [&](const std::string& v) { return v.starts_with(name); });
  };
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text = *variable;
    const auto matches = [&](const char* prefix) { return text.starts_with(prefix); };
    const bool is_known = std::ranges::any_of(names, matches) || std::ranges::any_of(prefixes, matches);
    if (is_known && !is_given(text)) kept.emplace_back(text);
  }
  return kept;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (const std::string& s : strings) result.push_back(const_cast<char*>(s.c_str()));
  result.push_back(nullptr);
  return result;
}

// ---- Between fork and exec: only calls that are safe there ------------------------------------------

void limit(int resource, std::uint64_t value) {
  rlimit current{};
  if (getrlimit(resource, &current) != 0) return;
  const rlim_t wanted = std::min<rlim_t>(rlim_t(value), current.rlim_max);
  current.rlim_cur = current.rlim_max = wanted;
  setrlimit(resource, &current);
}

void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, unsigned(first), ~0u, 0u) == 0) return;
#endif
  for (int fd = first; fd < 4096; ++fd) close(fd);
}

struct ChildPlan {
  char* const* arguments;
  char* const* environment;
  const ProcessOptions* options;
  int null_input, output, error_report;
  pid_t parent;
};

/// Moves a descriptor out of the way of the numbers that the child will use.
int move_up(int fd) { return fcntl(fd, F_DUPFD, 64); }

[[noreturn]] void give_up(int report, int error) {
  [[maybe_unused]] const auto ignored = write(report, &error, sizeof error);
  _exit(127);
}

/// The group gets what is typed into the terminal, if there is one.
void put_in_foreground(pid_t group) {
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);  // which stops a group in the background that asks for this
  sigprocmask(SIG_BLOCK, &output, &before);
  tcsetpgrp(STDIN_FILENO, group);
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

[[noreturn]] void become_child(const ChildPlan& plan) {
  if (plan.options->in_terminal) {
    setpgid(0, 0);
    put_in_foreground(getpid());
  } else {
    setsid();  // a group of its own, and no terminal that it could type into
  }
  end_with_judge(getpid());
  if (plan.options->setup && !plan.options->setup->apply()) give_up(plan.error_report, errno);
#ifdef __linux__
  // After the setup, since a change of the user clears it.
  if (!plan.options->outlives_its_thread) prctl(PR_SET_PDEATHSIG, SIGKILL);  // a thread counts as a parent
  if (getppid() != plan.parent) _exit(127);                                  // the judge died in between
#endif
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);

  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, plan.options->file_bytes);
  limit(RLIMIT_NPROC, 4096);  // a fork bomb stops before the machine does
  if (plan.options->address_space_bytes) limit(RLIMIT_AS, plan.options->address_space_bytes);

  const int report = move_up(plan.error_report), input = move_up(plan.null_input);
  const int output = move_up(plan.output);
  constexpr std::size_t most = 4;
  int moved[most];
  const auto& descriptors = plan.options->descriptors;
  const std::size_t count = std::min(descriptors.size(), most);
  for (std::size_t i = 0; i < count; ++i) moved[i] = move_up(descriptors[i].first);
  int next = 3;
  if (!plan.options->in_terminal) dup2(input, 0), dup2(output, 1), dup2(output, 2);
  for (std::size_t i = 0; i < count; ++i) {
    dup2(moved[i], descriptors[i].second);
    next = std::max(next, descriptors[i].second + 1);
  }
  dup2(report, next);
  fcntl(next, F_SETFD, FD_CLOEXEC);
  close_from(next + 1);

  environ = const_cast<char**>(plan.environment);
  execvp(plan.arguments[0], plan.arguments);
  give_up(next, errno);
}

}  // namespace

std::vector<std::string> whole_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

Process::Process(const ProcessOptions& options)
    : tells_signals_by_code_(options.tells_signals_by_code), in_terminal_(options.in_terminal) {
  const std::string what = "cannot start " + options.command.at(0);
  const std::vector<std::string> environment = child_environment(options.variables);
  const std::vector<char*> arguments = pointers(options.command), variables = pointers(environment);
  Pipe output = make_pipe(), report = make_pipe();
  const Descriptor null_input(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (null_input.get() < 0) fail("cannot open /dev/null");

  const ChildPlan plan{arguments.data(),   variables.data(),   &options, null_input.get(),
                       output.write.get(), report.write.get(), getpid()};
  pid_ = fork_child();
  if (pid_ < 0) fail(what);
  if (pid_ == 0) become_child(plan);

  output.write.reset();
  report.write.reset();
  int error = 0;
  if (read(report.read.get(), &error, sizeof error) == sizeof error) {
    forget_group(pid_);
    reap_child(pid_);
    errno = error;
    fail(what);
  }
  output_ = std::move(output.read);
  fcntl(output_.get(), F_SETFL, O_NONBLOCK);
}

Process::~Process() { end(); }

bool Process::has_ended() const {
  if (status_) return true;
  siginfo_t info{};
  return waitid(P_PID, id_t(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_;
}

ExitStatus Process::end() {
  if (status_) return *status_;
  // Before the process is reaped: until then nobody else can have its number.
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  forget_group(pid_);
  const int status = reap_child(pid_);
  end_orphans();
  if (in_terminal_) put_in_foreground(getpgrp());
  status_ = WIFSIGNALED(status) ? ExitStatus{0, WTERMSIG(status)} : ExitStatus{WEXITSTATUS(status), 0};
  const int signal = status_->code - 128;
  if (tells_signals_by_code_ && signal > 0 && signal < NSIG) status_ = ExitStatus{0, signal};
  return *status_;
}

bool Output::read_from(int fd) {
  std::array<char, 65536> chunk;
  for (int round = 0; round < 16; ++round) {
    const ssize_t got = read(fd, chunk.data(), chunk.size());
    if (got == 0) return false;
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    const std::size_t room = keep_ - std::min(keep_, text_.size());
    text_.append(chunk.data(), std::min(room, std::size_t(got)));
    total_ += std::size_t(got);
  }
  return true;
}

std::string Output::take() {
  std::string text = std::exchange(text_, {});
  const std::size_t left_out = total_ - text.size();
  total_ = 0;
  if (left_out > 0) text += "\n[… " + std::to_string(left_out) + " more bytes were printed]\n";
  return text;
}

CommandResult run_command(const std::vector<std::string>& command, const CommandLimits& limits) {
  return run_command(ProcessOptions{.command = command, .descriptors = {}}, limits);
}

CommandResult run_command(const ProcessOptions& options, const CommandLimits& limits) {
  CommandResult result;
  const Clock::time_point start = Clock::now();
  Process process(options);
  TimeUse time(process.id());
  Clock::time_point next_look = start + TimeUse::kInterval;
  Output output(limits.kept_output_bytes);
  bool open = true;
  while (!process.has_ended()) {
    // The end of the child closes the pipe, which wakes us. A child that closed the pipe earlier is looked at
    // every millisecond.
    pollfd waiting{process.output(), POLLIN, 0};
    poll(&waiting, open ? 1 : 0, open ? 50 : 1);
    if (open) open = output.read_from(process.output());
    if (Clock::now() >= next_look) {
      time.look();
      next_look = Clock::now() + TimeUse::kInterval;
    }
    result.timed_out = std::max(time.computed_s(), time.waited_s()) > limits.timeout_s;
    result.flooded = output.total() > limits.output_bytes;
    if (result.timed_out || result.flooded) break;
  }
  result.status = process.end();
  if (open) output.read_from(process.output());
  result.output = output.take();
  result.seconds = seconds_since(start);
  return result;
}

}  // namespace warpgrade::system
