// One poll loop waits for the child's next line and watches its output, memory, time and life.
#include "judge/run/runner_child.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sstream>
#include <string_view>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "judge/run/crash.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_message = std::size_t(4) << 20;
constexpr std::chrono::milliseconds watch_interval{50};
constexpr std::chrono::milliseconds closing_grace{2000};
constexpr std::chrono::seconds wrapper_grace{30};  // to write its report

/// A command that goes before the child's: that of the limits, else one from the environment, so that a
/// runner can be looked at with a tool of the instructor's choice: WARPGRADE_RUNNER_WRAPPER="cuda-gdb
/// --args".
RunnerLimits with_wrapper(RunnerLimits limits) {
  const char* wrapper = std::getenv("WARPGRADE_RUNNER_WRAPPER");
  if (!limits.wrapper.empty() || !wrapper) return limits;
  std::istringstream words(wrapper);
  for (std::string word; words >> word;) limits.wrapper.push_back(word);
  return limits;
}

std::vector<std::string> runner_command(const std::filesystem::path& program, const RunnerLimits& limits) {
  std::vector<std::string> command = limits.wrapper;
  command.push_back(program.string());
  return command;
}

}  // namespace

RunnerChild::Sockets::Sockets() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot make a socket for the runner");
  for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
#ifdef SO_NOSIGPIPE
  const int yes = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  judge = system::Descriptor(ends[0]);
  runner = system::Descriptor(ends[1]);
}

RunnerChild::RunnerChild(const std::filesystem::path& program, const RunnerLimits& limits)
    : RunnerChild(program, with_wrapper(limits), Sockets()) {}

RunnerChild::RunnerChild(const std::filesystem::path& program, const RunnerLimits& limits, Sockets sockets)
    : limits_(limits),
      socket_(std::move(sockets.judge)),
      process_({.command = runner_command(program, limits),
                .descriptors = {{sockets.runner.get(), protocol::kSocket},
                                {memory.descriptor(), protocol::kSharedMemory}}}),
      output_(limits.kept_output_bytes) {}

bool RunnerChild::send(const std::string& line, double timeout_s) {
#ifdef MSG_NOSIGNAL
  constexpr int flags = MSG_NOSIGNAL;
#else
  constexpr int flags = 0;
#endif
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t sent = ::send(socket_.get(), rest.data(), rest.size(), flags);
    if (sent > 0) {
      rest.remove_prefix(std::size_t(sent));
      continue;
    }
    if (sent < 0 && errno == EINTR) continue;
    if (sent == 0 || errno != EAGAIN) return false;
    pollfd writable{socket_.get(), POLLOUT, 0};
    if (poll(&writable, 1, int(timeout_s * 1000)) <= 0) return false;
  }
  return true;
}

bool RunnerChild::has_spoken() const {
  char byte;
  return !received_.empty() || recv(socket_.get(), &byte, 1, MSG_PEEK) > 0;
}

bool RunnerChild::take_line(std::string& line) {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) return false;
  line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return true;
}

RunnerChild::Event RunnerChild::wait_for_line(const TimeLimit& limit, std::string& line) {
  const auto deadline = Clock::now() + std::chrono::duration<double>(limit.clock_s);
  const double processor_deadline = process_.processor_seconds() + limit.processor_s;
  auto next_look = Clock::now() + watch_interval;
  bool output_open = true;
  while (true) {
    if (take_line(line)) return Event::message;
    if (received_.size() > longest_message) return Event::too_long;
    if (output_.total() > limits_.output_bytes) return Event::flood;
    const auto now = Clock::now();
    if (now >= deadline) return Event::timeout;
    if (now >= next_look) {
      if (process_.resident_bytes() > limits_.memory_bytes) return Event::memory;
      if (process_.processor_seconds() >= processor_deadline) return Event::timeout;
      next_look = now + watch_interval;
    }

    const bool ended = process_.has_ended();  // asked first: what it said before is then in the socket
    pollfd waiting[] = {{socket_.get(), POLLIN, 0}, {process_.output(), POLLIN, 0}};
    poll(waiting, output_open ? 2 : 1, limit.spin ? 0 : int(watch_interval.count()));
    if (output_open && waiting[1].revents) output_open = output_.read_from(process_.output());
    if (!waiting[0].revents) {
      if (ended) return Event::closed;
      continue;
    }
    char chunk[65536];
    const ssize_t got = recv(socket_.get(), chunk, sizeof chunk, 0);
    if (got > 0)
      received_.append(chunk, std::size_t(got));
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
      return Event::closed;
  }
}

Finding RunnerChild::explain(Event event, double timeout_s, const std::string& while_doing) {
  // Who closes the socket usually ends; who does not within a moment, plays with descriptors.
  if (event == Event::closed) wait_for_end(is_wrapped() ? wrapper_grace : closing_grace);
  const bool ended_itself = process_.has_ended();
  const system::ExitStatus status = process_.end();
  switch (event) {
    case Event::closed:
      if (ended_itself) return explain_crash(status, while_doing, died_at);
      return explain_broken_protocol("it closed the connection to the grader");
    case Event::too_long: return explain_broken_protocol("it sent a message of more than 4 MB");
    case Event::timeout:
      return make_finding(Verdict::timeout,
                          fmt::format("Still running after the limit of {:g} s; stopped.", timeout_s),
                          "Look for a loop that never ends, a wait that nobody ends, or work that grows "
                          "faster with n than it should.");
    case Event::flood:
      return make_finding(Verdict::crash,
                          fmt::format("Printed more than {} MB; stopped.", limits_.output_bytes >> 20),
                          "Print from one thread only (if (threadIdx.x == 0 && blockIdx.x == 0) printf(…)), "
                          "and not within a loop.");
    case Event::memory:
      return make_finding(Verdict::crash,
                          fmt::format("Used more than {:.1f} GB of host memory; stopped.",
                                      double(limits_.memory_bytes) / double(1 << 30)),
                          "Look for host code that allocates in a loop.");
    case Event::message: break;
  }
  return explain_broken_protocol("it spoke out of turn");
}

void RunnerChild::dismiss() {
  socket_.reset();
  if (is_wrapped()) wait_for_end(wrapper_grace);
}

void RunnerChild::wait_for_end(std::chrono::milliseconds at_most) const {
  const auto give_up = Clock::now() + at_most;
  while (!has_ended() && Clock::now() < give_up) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

std::string RunnerChild::take_output() {
  output_.read_from(process_.output());
  return output_.take();
}

bool RunnerChild::loader_failed() const {
  return output_.text().find("error while loading shared libraries") != std::string::npos;
}

}  // namespace warpgrade::judge
