#include "judge/timing/comparison/contestant_process.hpp"

#include <algorithm>
#include <csignal>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"
#include "judge/run/outcome.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr double kOpen_s = 60;   // to open the arrays
constexpr double kReady_s = 20;  // to finish the work of earlier calls

/// The cases have shown that the task ends, so a time-out here means that it is slow.
Finding explain_slowness(std::uint64_t n, double limit_s) {
  return make_finding(
      Verdict::too_slow,
      fmt::format(
          "One call with n = {} took longer than {:g} s, where good kernels need milliseconds: it was "
          "stopped and not timed.",
          n, limit_s),
      "Look at what grows faster than n, and at how many threads have work.");
}

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Throws NoAnswer unless the outcome says that all is well. By reference: to copy a value that is nested a
/// million times over would overflow the stack.
void require_success(const Json& json) {
  const protocol::Outcome outcome = read_outcome(json);
  if (outcome.findings.empty()) {
    if (!outcome.outputs_valid) throw broken_protocol("it gave neither a time nor a reason");
    return;
  }
  // A real runner reports only verdicts that cost points. Any other verdict was made up by the submission.
  const Finding& finding = outcome.findings.front();
  if (!is_students_fault(finding.verdict) && finding.verdict != Verdict::grader_error)
    throw broken_protocol("it reports a verdict that is not a fault");
  throw NoAnswer(finding);
}

}  // namespace

/// The contestant shares the namespace of processes with the referee: otherwise CUDA would not lend it the
/// referee's memory.
ContestantProcess::ContestantProcess(const std::filesystem::path& runner, sandbox::Sandbox sandbox)
    : child_(std::make_unique<ProtocolChild>(
          runner, ChildOptions{.sandbox = sandbox, .permissions = {.gpu = true, .shares_processes = true}})) {
}

ContestantProcess::~ContestantProcess() { end(); }

void ContestantProcess::end() {
  if (!child_) return;
  child_->send_signal(SIGCONT);  // under a tool (WARPGRADE_RUNNER_WRAPPER) it gets time to end by itself
  child_->dismiss();
  child_.reset();  // ends what is left, stopped or not
}

Json ContestantProcess::ask(const char* word, const Json& content, const char* answer_word, double limit_s) {
  child_->send_signal(SIGCONT);
  return child_->ask(word, content, answer_word, {.computing_s = limit_s, .spin = true});
}

void ContestantProcess::greet() {
  if (!has_greeted_) read_greeting<protocol::Hello>(child_->hear_greeting());
  has_greeted_ = true;
}

void ContestantProcess::enter(const protocol::TimedTask& task) {
  n_ = task.task.n;
  require_success(ask("enter", task, "entered", kOpen_s));
}

void ContestantProcess::get_set() { require_success(ask("get_set", Json::object(), "set", kReady_s)); }

TimedAnswer ContestantProcess::go(double limit_s) {
  TimedAnswer answer;
  answer.threads = child_->count_threads();
  answer.go = Clock::now();
  const Json time = ask_to_go(limit_s);
  answer.wall_ms = ms_since(answer.go);
  const bool has_outcome = time.is_object() && time.contains("outcome");
  require_success(has_outcome ? time.at("outcome") : time);
  if (!time.contains("event_ms") || !time.at("event_ms").is_number())
    throw broken_protocol("it gave no time");
  answer.event_ms = std::max(0.0, time.at("event_ms").get<double>());
  return answer;
}

/// No answer in time means too slow; a timeout that the runner itself reports does not.
Json ContestantProcess::ask_to_go(double limit_s) try {
  return ask("go", Json::object(), "time", limit_s);
} catch (const NoAnswer& no_answer) {
  if (no_answer.finding.verdict == Verdict::timeout) throw NoAnswer(explain_slowness(n_, limit_s));
  throw;
}

void ContestantProcess::leave() { ask("leave", Json::object(), "left", kReady_s); }

void ContestantProcess::stop() { child_->send_signal(SIGSTOP); }

}  // namespace warpgrade::judge
