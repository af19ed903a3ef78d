// One poll loop waits for the child's next line and watches its output, memory, time and life.
#include "judge/run/protocol_child.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <poll.h>
#include <signal.h>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"
#include "judge/run/crash.hpp"
#include "protocol/runner_messages.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr std::chrono::milliseconds kWatchInterval = system::TimeUse::kInterval;
constexpr std::chrono::milliseconds kClosingGrace{2000};
constexpr std::chrono::seconds kWrapperGrace{30};  // to write its report
constexpr std::chrono::hours kAsLongAsItTakes{24 * 365};
constexpr double kLastWordsGrace_s = 2;  // for a child that is about to end

/// Takes the wrapper from the environment if the options have none. So an instructor can run a runner under a
/// tool: WARPGRADE_RUNNER_WRAPPER="cuda-gdb --args".
ChildOptions with_wrapper(ChildOptions options) {
  const char* wrapper = std::getenv("WARPGRADE_RUNNER_WRAPPER");
  if (!options.takes_wrapper || !options.wrapper.empty() || !wrapper) return options;
  std::istringstream words(wrapper);
  for (std::string word; words >> word;) options.wrapper.push_back(word);
  if (!options.wrapper.empty()) options.sandbox = sandbox::Sandbox();
  return options;
}

system::ProcessOptions process_options(const std::filesystem::path& program, const ChildOptions& options,
                                       std::vector<std::pair<int, int>> descriptors) {
  system::ProcessOptions process{.command = options.wrapper, .descriptors = std::move(descriptors)};
  process.command.push_back(program.string());
  process.command.insert(process.command.end(), options.arguments.begin(), options.arguments.end());
  process.outlives_its_thread = options.outlives_its_thread;
  process.in_terminal = options.in_terminal;
  process.tells_signals_by_code = !options.wrapper.empty();
  if (options.in_terminal) process.variables = system::whole_environment();
  sandbox::Permissions permissions = options.permissions;
  permissions.readable.push_back(program);
  return options.sandbox.confine(std::move(process), permissions);
}

/// Rounded to a tenth.
double gigabytes(std::size_t bytes) { return std::round(10 * double(bytes) / double(1 << 30)) / 10; }

}  // namespace

ProtocolChild::ProtocolChild(const std::filesystem::path& program, const ChildOptions& options)
    : options_(with_wrapper(options)),
      started_(process_options(
          program, options_,
          {{socket_.other_end(), protocol::kSocket}, {memory.descriptor(), protocol::kSharedMemory}})),
      output_(options.kept_output_bytes) {
  socket_.close_other_end();
}

// ---- Greeting and answers ----------------------------------------------------------------------------

std::string ProtocolChild::hear_greeting() try {
  std::string line = wait_for_line({.computing_s = options_.start_timeout_s}, "before the first task began");
  identify_speaker();
  return line;
} catch (const NoAnswer& no_answer) {
  if (failed_to_start()) throw machine_fault("The runner can't start on this machine: " + output_.text());
  if (no_answer.finding.verdict != Verdict::timeout) throw;
  throw NoAnswer(make_finding(
      Verdict::timeout,
      fmt::format("The program needed more than {:g} s before its first task could begin; stopped.",
                  options_.start_timeout_s),
      "Look at the global variables: what initialises them runs first, and must come to an end."));
}

/// The kernel says which process wrote. Without a wrapper it must be the program itself. Otherwise a
/// submission could let another process speak (it can fork before main()) and do unwatched work in the
/// program.
void ProtocolChild::identify_speaker() {
  const pid_t writer = socket_.writer();
  if (writer == 0 || writer == started_.id()) return;
  speaking_.emplace(writer);  // first: from here on no other process can get this number
  if (!is_wrapped() && options_.sandbox.is_program(started_.id(), writer)) return;
  if (is_wrapped() && came_from_started(writer)) return;
  speaking_.reset();
  throw NoAnswer(explain(Event::other_speaker, {}, ""));
}

/// If a wrapper forks twice, the process is no descendant of the wrapper any more, but still in its group.
bool ProtocolChild::came_from_started(pid_t process) const {
  const auto info = system::look_at_process(process);
  return info && (info->group == started_.id() || system::is_descendant(process, started_.id()));
}

Json ProtocolChild::ask(const char* word, const Json& content, const char* answer_word,
                        const AnswerLimits& limit) {
  if (socket_.has_something()) throw broken_protocol("it spoke out of turn");
  used_s_ = 0;
  const std::string message = Json{{word, content}}.dump();
  if (!socket_.send(message + '\n', limit.waiting_s))
    throw NoAnswer(explain(Event::closed, limit, options_.unfinished_work));
  Json answer = parse_message(wait_for_line(limit, options_.unfinished_work));
  if (read_last_words(answer, died_at_)) {
    answer = parse_message(wait_for_line({.computing_s = kLastWordsGrace_s}, options_.unfinished_work));
  }
  return read_answer(std::move(answer), answer_word, message);
}

// ---- Waiting -----------------------------------------------------------------------------------------

std::string ProtocolChild::wait_for_line(const AnswerLimits& limit, const char* while_doing) {
  std::string line;
  const Event event = wait(limit, line);
  const bool is_timeout = event == Event::computes_too_long || event == Event::waits_too_long;
  if (is_timeout && limit.can_say_where && says_where(line)) return line;
  if (event != Event::message) throw NoAnswer(explain(event, limit, while_doing));
  return line;
}

/// Tells the child that its time is over. True if it answers with the place where it is.
bool ProtocolChild::says_where(std::string& line) {
  signal_speaker(SIGALRM);
  return wait({.computing_s = kLastWordsGrace_s}, line) == Event::message;
}

ProtocolChild::Event ProtocolChild::wait(const AnswerLimits& limit, std::string& line) {
  system::TimeUse time(speaking_id());
  const double used_before = used_s_;
  auto next_look = Clock::now() + kWatchInterval;
  while (true) {
    if (socket_.has_other_writer()) return Event::other_speaker;
    if (auto whole = socket_.take_line()) {
      line = std::move(*whole);
      return Event::message;
    }
    if (socket_.waiting_bytes() > limit.megabytes << 20) return Event::too_long;
    if (output_.total() > options_.output_bytes) return Event::flood;
    if (Clock::now() >= next_look) {
      const system::ProcessTree tree = system::look_at_tree(started_.id());
      if (tree.resident_bytes > options_.memory_bytes) return Event::memory;
      if (tree.threads > options_.threads) return Event::threads;
      time.look();
      used_s_ = used_before + std::max(time.computed_s(), time.waited_s());
      if (time.computed_s() >= limit.computing_s) return Event::computes_too_long;
      if (time.waited_s() >= limit.waiting_s) return Event::waits_too_long;
      next_look = Clock::now() + kWatchInterval;
    }

    const bool is_silent = !can_say_more();  // before the read: what it said until now is then in the socket
    pollfd waiting[] = {{socket_.descriptor(), POLLIN, 0}, {started_.output(), POLLIN, 0}};
    poll(waiting, is_output_open_ ? 2 : 1, limit.spin ? 0 : int(kWatchInterval.count()));
    if (is_output_open_ && waiting[1].revents) is_output_open_ = output_.read_from(started_.output());
    if (!waiting[0].revents && is_silent) return Event::closed;
    if (waiting[0].revents && !socket_.receive()) return Event::closed;
  }
}

/// A wrapper may keep the socket open when the speaking process has ended.
bool ProtocolChild::can_say_more() const {
  return !started_.has_ended() && !(speaking_ && speaking_->has_ended());
}

// ---- What went wrong ---------------------------------------------------------------------------------

/// Ends the child and says what went wrong.
Finding ProtocolChild::explain(Event event, const AnswerLimits& limit, const char* while_doing) {
  // A process that ends closes its socket just before. If it does not end, it has closed the socket on
  // purpose.
  if (event == Event::closed)
    wait_for_end(options_.in_terminal ? kAsLongAsItTakes : is_wrapped() ? kWrapperGrace : kClosingGrace);
  const bool ended_itself = started_.has_ended();
  const system::ExitStatus status = started_.end();
  switch (event) {
    case Event::closed:
      if (ended_itself) return explain_crash(status, while_doing, died_at_);
      return explain_broken_protocol("it closed the connection to the grader");
    case Event::too_long:
      return explain_broken_protocol(fmt::format("it sent a message of more than {} MB", limit.megabytes));
    case Event::other_speaker: return explain_broken_protocol("another process speaks in its place");
    case Event::computes_too_long:
      return make_finding(
          Verdict::timeout,
          fmt::format("Still running after the limit of {:g} s of processor time; stopped.",
                      limit.computing_s),
          "Look for a loop that never ends, or work that grows faster with n than it should.");
    case Event::waits_too_long:
      return make_finding(
          Verdict::timeout,
          fmt::format("Still waiting after {:g} s without any work; stopped.", limit.waiting_s),
          "Look for a wait that nobody ends: a lock, or a kernel that never finishes.");
    case Event::flood:
      return make_finding(Verdict::crash,
                          fmt::format("Printed more than {} MB; stopped.", options_.output_bytes >> 20),
                          "Print from one thread only (if (threadIdx.x == 0 && blockIdx.x == 0) printf(…)), "
                          "and not within a loop.");
    case Event::memory:
      return make_finding(FindingKind::memory_limit,
                          fmt::format("The program needs more than {:.2g} GB of memory; stopped.",
                                      gigabytes(options_.memory_bytes)),
                          "Look for a loop that allocates, and for cudaMalloc() without cudaFree().");
    case Event::threads:
      return make_finding(
          Verdict::crash,
          fmt::format("Started more than {} threads and processes; stopped.", options_.threads),
          "Leave the work to the device: host code needs no threads of its own.");
    case Event::message: break;
  }
  return explain_broken_protocol("it spoke out of turn");
}

system::ExitStatus ProtocolChild::wait_for_exit() {
  wait_for_end(is_wrapped() ? kWrapperGrace : kClosingGrace);
  return started_.end();
}

void ProtocolChild::dismiss() {
  socket_.close();
  if (options_.in_terminal)
    wait_for_end(kAsLongAsItTakes);
  else if (is_wrapped())
    wait_for_end(kWrapperGrace);
}

void ProtocolChild::wait_for_end(std::chrono::milliseconds at_most) const {
  const auto give_up = Clock::now() + at_most;
  while (!has_ended() && Clock::now() < give_up) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

std::string ProtocolChild::take_output() {
  output_.read_from(started_.output());
  return output_.take();
}

/// The signal goes to the group, and to the speaking process, which may have left the group.
void ProtocolChild::send_signal(int signal) const {
  if (started_.has_ended()) return;  // another process may have its number by now
  kill(-started_.id(), signal);
  signal_speaker(signal);
}

void ProtocolChild::signal_speaker(int signal) const {
  if (speaking_)
    speaking_->send_signal(signal);
  else
    kill(started_.id(), signal);
}

/// The system could not load the program since a library is missing, or the sandbox could not be set up.
bool ProtocolChild::failed_to_start() const {
  return output_.text().find("error while loading shared libraries") != std::string::npos ||
         output_.text().starts_with("bwrap: ");
}

}  // namespace warpgrade::judge
