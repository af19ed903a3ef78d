#include "judge/timing/comparison/contestant_process.hpp"

#include <algorithm>
#include <csignal>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"
#include "judge/run/crash.hpp"
#include "judge/run/outcome.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;

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

/// The answer. Nothing if there is none: then findings say why, and the contestant has ended.
std::optional<ContestantProcess::Json> ContestantProcess::ask(const char* word, const Json& content,
                                                              const char* answer_word, double limit_s,
                                                              std::vector<Finding>& findings) try {
  if (!child_) return std::nullopt;
  child_->send_signal(SIGCONT);
  return child_->ask(word, content, answer_word, {.computing_s = limit_s, .spin = true});
} catch (const NoAnswer& no_answer) {
  findings.push_back(no_answer.finding);
  end();
  return std::nullopt;
}

/// True if the outcome says that all is well. Else findings say what is wrong, and the contestant has ended.
bool ContestantProcess::take_over(const Json& json, std::vector<Finding>& findings) {
  try {
    const protocol::Outcome outcome = read_outcome(json);
    for (const Finding& finding : outcome.findings) {
      // A real runner reports only verdicts that cost points. Any other verdict was made up by the
      // submission.
      const bool is_fault = is_students_fault(finding.verdict) || finding.verdict == Verdict::grader_error;
      findings.push_back(is_fault ? finding
                                  : explain_broken_protocol("it reports a verdict that is not a fault"));
    }
    if (outcome.outputs_valid && outcome.findings.empty()) return true;
    if (outcome.findings.empty()) throw broken_protocol("it gave neither a time nor a reason");
  } catch (const NoAnswer& no_answer) {
    findings.push_back(no_answer.finding);
  }
  end();
  return false;
}

bool ContestantProcess::greet(std::vector<Finding>& findings) try {
  if (has_greeted_ || !child_) return has_greeted_;
  read_greeting<protocol::Hello>(child_->hear_greeting());
  return has_greeted_ = true;
} catch (const NoAnswer& no_answer) {
  findings.push_back(no_answer.finding);
  end();
  return false;
}

bool ContestantProcess::enter(const protocol::TimedTask& task, std::vector<Finding>& findings) {
  n_ = task.task.n;
  const auto outcome = ask("enter", task, "entered", kOpen_s, findings);
  return outcome && take_over(*outcome, findings);
}

bool ContestantProcess::get_set(std::vector<Finding>& findings) {
  const auto outcome = ask("get_set", Json::object(), "set", kReady_s, findings);
  return outcome && take_over(*outcome, findings);
}

std::optional<TimedAnswer> ContestantProcess::go(double limit_s, std::vector<Finding>& findings) {
  if (!child_) return std::nullopt;
  TimedAnswer answer;
  answer.threads = child_->count_threads();
  answer.go = Clock::now();
  const std::optional<Json> answered = ask("go", Json::object(), "time", limit_s, findings);
  answer.wall_ms = ms_since(answer.go);
  if (!answered) {
    for (Finding& finding : findings)
      if (finding.verdict == Verdict::timeout) finding = explain_slowness(n_, limit_s);
    return std::nullopt;
  }
  // By reference: to copy a value that is nested a million times over would overflow the stack.
  const Json& time = *answered;
  const bool has_outcome = time.is_object() && time.contains("outcome");
  if (!take_over(has_outcome ? time.at("outcome") : time, findings)) return std::nullopt;
  if (!time.contains("event_ms") || !time.at("event_ms").is_number()) {
    findings.push_back(explain_broken_protocol("it gave no time"));
    end();
    return std::nullopt;
  }
  answer.event_ms = std::max(0.0, time.at("event_ms").get<double>());
  return answer;
}

void ContestantProcess::stop() {
  if (child_) child_->send_signal(SIGSTOP);
}

void ContestantProcess::leave() {
  std::vector<Finding> ignored;  // the comparison is over, so these change nothing
  ask("leave", Json::object(), "left", kReady_s, ignored);
}

}  // namespace warpgrade::judge
