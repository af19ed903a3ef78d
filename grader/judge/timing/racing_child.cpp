#include "judge/timing/racing_child.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "judge/crash.hpp"

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

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

RacingChild::RacingChild(const std::filesystem::path& runner)
    : child_(std::make_unique<RunnerChild>(runner, RunnerLimits{})) {}

RacingChild::~RacingChild() { end(); }

void RacingChild::end() {
  if (child_) child_->dismiss();
  child_.reset();
}

RacingChild::Json RacingChild::ask(const Json& message, const char* key, double limit_s,
                                   std::vector<Finding>& findings) {
  if (!child_) return {};
  kill(-child_->id(), SIGCONT);
  if (child_->has_spoken()) {  // an answer before the question: its time would be no time
    findings.push_back(explain_broken_protocol("it spoke out of turn"));
    end();
    return {};
  }
  std::string line;
  const bool sent = child_->send(message.dump() + '\n', limit_s);
  RunnerChild::Event event = RunnerChild::Event::closed;
  if (sent) event = child_->wait_for_line({.clock_s = limit_s, .spin = true}, line);
  if (event == RunnerChild::Event::message && line.starts_with(R"({"dying")"))
    event = child_->wait_for_line({.clock_s = kReady_s}, line);
  if (event != RunnerChild::Event::message) {
    findings.push_back(child_->explain(event, limit_s, "before the task returned"));
    child_.reset();
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
bool RacingChild::take_over(const Json& json, std::vector<Finding>& findings) {
  try {
    const auto outcome = json.get<runner::Outcome>();
    for (const Finding& finding : outcome.findings)
      if (findings.size() < kMostFindings) findings.push_back(finding);
    if (outcome.outputs_valid && outcome.findings.empty()) return true;
    if (outcome.findings.empty())
      findings.push_back(explain_broken_protocol("it gave neither a time nor a reason"));
  } catch (const std::exception&) {
    findings.push_back(explain_broken_protocol("its message has not the form of an outcome"));
  }
  return false;
}

bool RacingChild::enter(const runner::TimedTask& task, std::vector<Finding>& findings) {
  if (child_ && child_->hello.device_kind.empty()) {  // its greeting has not been read yet
    std::string line;
    const RunnerChild::Event event = child_->wait_for_line({.clock_s = kStart_s}, line);
    const Json greeting = Json::parse(line, nullptr, false);
    if (event != RunnerChild::Event::message || !greeting.is_object() || !greeting.contains("ready")) {
      findings.push_back(child_->explain(event, kStart_s, "before the first task began"));
      child_.reset();
      return false;
    }
    child_->hello.device_kind = "cuda";
  }
  const Json outcome = ask({{"enter", task}}, "entered", kStart_s, findings);
  return !outcome.is_null() && take_over(outcome, findings);
}

std::optional<TimedAnswer> RacingChild::call(double limit_s, std::vector<Finding>& findings) {
  const Json set = ask({{"get_set", Json::object()}}, "set", kReady_s, findings);
  if (set.is_null() || !take_over(set, findings)) return std::nullopt;
  TimedAnswer answer;
  answer.threads = count_threads_and_children(child_->id());
  answer.go = Clock::now();
  const Json time = ask({{"go", Json::object()}}, "time", limit_s, findings);
  answer.wall_ms = ms_since(answer.go);
  if (time.is_null()) return std::nullopt;
  if (!time.is_object() || !time.contains("outcome") || !take_over(time.at("outcome"), findings)) {
    end();
    return std::nullopt;
  }
  if (time.contains("event_ms") && time.at("event_ms").is_number())
    answer.event_ms = time.at("event_ms").get<double>();
  return answer;
}

void RacingChild::rest() {
  if (child_) kill(-child_->id(), SIGSTOP);
}

void RacingChild::leave() {
  std::vector<Finding> ignored;  // nothing depends on it any more
  ask({{"leave", Json::object()}}, "left", kReady_s, ignored);
}

}  // namespace warpgrade::judge
