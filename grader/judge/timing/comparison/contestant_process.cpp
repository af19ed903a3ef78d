#include "judge/timing/comparison/contestant_process.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "judge/run/crash.hpp"
#include "judge/timing/comparison/changed_code.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kStart_s = 60;  // the first contact with a driver may take long
constexpr double kReady_s = 20;  // to finish what a call before has left to do
constexpr std::size_t kMostFindings = 16;

/// The threads of a process, and its children; 0: not known.
int count_threads_and_children(int process) {
  int count = 0;
  std::error_code failed;
  for (const auto& task :
       std::filesystem::directory_iterator(fmt::format("/proc/{}/task", process), failed)) {
    std::ifstream children(task.path() / "children");
    count += 1 + int(std::distance(std::istream_iterator<int>(children), {}));
  }
  return count;
}

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

ContestantProcess::ContestantProcess(const std::filesystem::path& runner)
    : child_(std::make_unique<RunnerChild>(runner, RunnerLimits{})) {}

ContestantProcess::~ContestantProcess() { end(); }

void ContestantProcess::end() {
  if (!child_) return;
  // Under a tool (WARPGRADE_RUNNER_WRAPPER) it gets time to end by itself. Whose end is known has no number
  // any more: it may be another's.
  if (!child_->has_ended()) send_signal(SIGCONT);
  child_->dismiss();
  child_.reset();  // ends what is left, stopped or not
}

ContestantProcess::Json ContestantProcess::ask(const Json& message, const char* key, double limit_s,
                                               std::vector<Finding>& findings) {
  if (!child_) return {};
  send_signal(SIGCONT);
  if (child_->has_spoken()) {  // an answer before the question: its time would be no time
    findings.push_back(explain_broken_protocol("it spoke out of turn"));
    end();
    return {};
  }
  std::string line;
  const bool sent = child_->send(message.dump() + '\n', limit_s);
  RunnerChild::Event event = RunnerChild::Event::closed;
  if (sent) event = child_->wait_for_line({.clock_s = limit_s, .spin = true}, line);
  if (event != RunnerChild::Event::message) {
    findings.push_back(child_->explain(event, limit_s, "before the task returned"));
    end();
    return {};
  }
  Json answer = Json::parse(line, nullptr, false);
  if (answer.is_object() && answer.contains(key)) return std::move(answer.at(key));
  // A fault of the runner comes as the outcome of a call.
  if (!answer.is_object() || !answer.contains("done") || take_over(answer.at("done"), findings))
    findings.push_back(
        explain_broken_protocol(fmt::format("its message is no answer to {}", message.dump())));
  end();
  return {};
}

/// True if all is well by what the outcome says.
bool ContestantProcess::take_over(const Json& json, std::vector<Finding>& findings) {
  try {
    const auto outcome = json.get<protocol::Outcome>();
    for (const Finding& finding : outcome.findings) {
      if (findings.size() == kMostFindings) break;
      // A runner finds nothing that costs nothing: a submission speaks in its place.
      const bool is_one = is_students_fault(finding.verdict) || finding.verdict == Verdict::grader_error;
      findings.push_back(is_one ? finding : explain_broken_protocol("it reports what is no fault"));
    }
    if (outcome.outputs_valid && outcome.findings.empty()) return true;
    if (outcome.findings.empty())
      findings.push_back(explain_broken_protocol("it gave neither a time nor a reason"));
  } catch (const std::exception&) {
    findings.push_back(explain_broken_protocol("its message has not the form of an outcome"));
  }
  end();
  return false;
}

bool ContestantProcess::greet(std::vector<Finding>& findings) {
  if (!has_greeted_ && child_) has_greeted_ = hear_greeting(findings);
  return has_greeted_;
}

bool ContestantProcess::hear_greeting(std::vector<Finding>& findings) {
  std::string line;
  const RunnerChild::Event event = child_->wait_for_line({.clock_s = kStart_s}, line);
  if (event != RunnerChild::Event::message) {
    findings.push_back(child_->explain(event, kStart_s, "before the first task began"));
    end();
    return false;
  }
  try {
    child_->hello = Json::parse(line).at("ready").get<protocol::Hello>();
    if (child_->hello.error.empty()) return true;
    findings.push_back(make_finding(Verdict::grader_error, child_->hello.error,
                                    "Run './grade doctor' to see what is missing."));
  } catch (const Json::exception&) {
    findings.push_back(explain_broken_protocol("its first message is no greeting"));
  }
  end();
  return false;
}

bool ContestantProcess::enter(const protocol::TimedTask& task, std::vector<Finding>& findings) {
  n_ = task.n;
  const Json outcome = ask({{"enter", task}}, "entered", kStart_s, findings);
  return !outcome.is_null() && take_over(outcome, findings);
}

bool ContestantProcess::get_set(std::vector<Finding>& findings) {
  const Json set = ask({{"get_set", Json::object()}}, "set", kReady_s, findings);
  return !set.is_null() && take_over(set, findings);
}

std::optional<TimedAnswer> ContestantProcess::go(double limit_s, std::vector<Finding>& findings) {
  if (!child_) return std::nullopt;
  TimedAnswer answer;
  answer.threads = count_threads_and_children(child_->id());
  answer.go = Clock::now();
  const Json time = ask({{"go", Json::object()}}, "time", limit_s, findings);
  answer.wall_ms = ms_since(answer.go);
  if (time.is_null()) {
    for (Finding& finding : findings)
      if (finding.verdict == Verdict::timeout) finding = explain_slowness(n_, limit_s);
    return std::nullopt;
  }
  // By reference: a copy of what is nested a million times over needs more stack than there is.
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

void ContestantProcess::rest() {
  if (child_) send_signal(SIGSTOP);
}

/// Its group is where the children are, but it may have left that itself.
void ContestantProcess::send_signal(int signal) {
  kill(-child_->id(), signal);
  kill(child_->id(), signal);
}

std::optional<std::uint64_t> ContestantProcess::changed_code() const {
  if (!child_) return std::nullopt;
  return changed_code_bytes(child_->id());
}

void ContestantProcess::leave() {
  std::vector<Finding> ignored;  // nothing depends on it any more
  ask({{"leave", Json::object()}}, "left", kReady_s, ignored);
}

}  // namespace warpgrade::judge
