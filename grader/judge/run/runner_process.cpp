// How a call goes: the judge lays the case out in shared memory (inputs, and poison where the outputs will
// be), sends one line, and waits for one line, for the end of the child, for the time limit, for too much
// output or too much memory, whatever comes first. Nothing that the child says is trusted beyond its form:
// outputs are bytes to compare, findings are shown, and the clock is the judge's own.
#include "judge/run/runner_process.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <random>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/crash.hpp"
#include "judge/run/runner_child.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr std::size_t most_findings = 64;
constexpr std::size_t most_hot_lines = 16;
constexpr std::uint64_t alignment = 256;  // of each array in the shared memory
constexpr double grace_s = 2;             // for the runner to say itself where the time went

Finding machine_fault(std::string message) {
  Finding finding;
  finding.verdict = Verdict::grader_error;
  finding.message = std::move(message);
  finding.remedy = "Run './grade doctor' to see what is missing.";
  return finding;
}

/// Bytes that no right answer resembles, other ones in each call.
std::vector<std::byte> make_poison(std::size_t bytes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::byte> poison(bytes);
  for (std::size_t i = 0; i < bytes; i += sizeof(std::uint64_t)) {
    const std::uint64_t word = random();
    std::memcpy(&poison[i], &word, std::min(sizeof word, bytes - i));
  }
  return poison;
}

struct Layout {
  protocol::Call call;
  std::uint64_t end = 0;
  protocol::Buffer place(const kit::Array& array) {
    protocol::Buffer buffer{array.name, array.type.name(), array.count(), end};
    end += (array.bytes.size() + alignment - 1) / alignment * alignment;
    return buffer;
  }
};

Layout lay_out(const kit::CaseData& data, const kit::CaseRequest& request) {
  Layout layout;
  for (const kit::Array& input : data.inputs) layout.call.inputs.push_back(layout.place(input));
  for (const kit::ExpectedArray& output : data.outputs)
    layout.call.outputs.push_back(layout.place(output.values));
  layout.call.task = request.task;
  layout.call.op = request.op;
  layout.call.n = request.n;
  layout.call.parameters = data.parameters;
  layout.call.shared_bytes = std::max<std::uint64_t>(layout.end, alignment);
  return layout;
}

/// Inputs, and poison where the outputs will be.
void fill(system::SharedMemory& memory, const protocol::Call& call, const kit::CaseData& data,
          std::uint64_t seed, CallResult& result) {
  memory.reset(call.shared_bytes);
  for (std::size_t i = 0; i < call.inputs.size(); ++i)
    memory.write(call.inputs[i].offset, data.inputs[i].bytes);
  for (std::size_t i = 0; i < call.outputs.size(); ++i) {
    result.poison.push_back(make_poison(data.outputs[i].values.bytes.size(), seed + i + 1));
    memory.write(call.outputs[i].offset, result.poison.back());
  }
}

/// Compilers make places absolute; a person knows them from the current folder.
void shorten(std::string& file) {
  const std::string here = std::filesystem::current_path().string() + '/';
  if (file.starts_with(here)) file.erase(0, here.size());
}

/// Is it the last message of a runner that dies of a signal?
bool parse_last_words(const std::string& line, std::optional<Place>& place) {
  const Json message = Json::parse(line, nullptr, false);
  if (!message.is_object() || !message.contains("dying")) return false;
  try {
    place = message.at("dying").get<Place>();
    shorten(place->file);
  } catch (const std::exception&) {
    place.reset();
  }
  return true;
}

/// Takes over what a runner says about a call, as far as it has the form of an outcome.
bool parse_outcome(const std::string& line, protocol::Outcome& outcome) {
  try {
    outcome = Json::parse(line).at("done").get<protocol::Outcome>();
  } catch (const std::exception&) {
    return false;
  }
  if (outcome.findings.size() > most_findings) outcome.findings.resize(most_findings);
  for (Finding& finding : outcome.findings) {
    shorten(finding.place.file);
    if (finding.other) shorten(finding.other->file);
  }
  if (outcome.hot_lines.size() > most_hot_lines) outcome.hot_lines.resize(most_hot_lines);
  for (HotLine& line : outcome.hot_lines) shorten(line.file);
  std::erase_if(outcome.cost, [](const auto& entry) { return !std::isfinite(entry.second); });
  return true;
}

}  // namespace

/// Sends the call and takes in its outcome. False: this child must not be used again.
bool RunnerProcess::exchange(RunnerChild& child, const protocol::Call& call, CallResult& result) {
  const auto begin = Clock::now();
  std::string line;
  // The runner keeps to the limit itself; this is for one that can't.
  const RunnerChild::TimeLimit limit{.clock_s = protocol::kClockPatience * call.timeout_s + grace_s,
                                     .processor_s = call.timeout_s + grace_s};
  const bool sent = child.send(Json{{"call", call}}.dump() + '\n', grace_s);
  RunnerChild::Event event = sent ? child.wait_for_line(limit, line) : RunnerChild::Event::closed;
  if (event == RunnerChild::Event::message && parse_last_words(line, child.died_at))
    event = child.wait_for_line({.clock_s = grace_s}, line);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (event != RunnerChild::Event::message) {
    result.findings.push_back(child.explain(event, call.timeout_s, "before the task returned"));
    return false;
  }
  protocol::Outcome outcome;
  if (!parse_outcome(line, outcome)) {
    result.findings.push_back(explain_broken_protocol("its message is no outcome of a call"));
    return false;
  }
  result.findings = std::move(outcome.findings);
  result.cost = std::move(outcome.cost);
  result.hot_lines = std::move(outcome.hot_lines);
  result.completed = outcome.outputs_valid;
  for (std::size_t i = 0; outcome.outputs_valid && i < call.outputs.size(); ++i) {
    std::vector<std::byte>& bytes = result.outputs.emplace_back(result.poison[i].size());
    result.completed = child.memory.read(call.outputs[i].offset, bytes) && result.completed;
  }
  if (!result.completed && result.findings.empty())
    result.findings.push_back(explain_broken_protocol("it gave neither outputs nor a reason"));
  return result.completed && !outcome.must_restart;
}

RunnerProcess::RunnerProcess(std::filesystem::path runner, RunnerLimits limits)
    : runner_(std::move(runner)), limits_(std::move(limits)) {}

RunnerProcess::~RunnerProcess() {
  if (child_) child_->dismiss();
}

std::optional<protocol::Hello> RunnerProcess::hello() const {
  if (!child_) return std::nullopt;
  return child_->hello;
}

int RunnerProcess::process_id() const { return child_ ? child_->id() : 0; }

bool RunnerProcess::start(CallResult& result) {
  child_ = std::make_unique<RunnerChild>(runner_, limits_);
  std::string line;
  const RunnerChild::Event event = child_->wait_for_line({.clock_s = limits_.start_timeout_s}, line);
  if (event != RunnerChild::Event::message) {
    Finding finding = child_->explain(event, limits_.start_timeout_s, "before the first task began");
    if (child_->loader_failed()) finding = machine_fault("The runner can't start on this machine.");
    result.findings.push_back(std::move(finding));
    return false;
  }
  const Json message = Json::parse(line, nullptr, false);
  try {
    child_->hello = message.at("ready").get<protocol::Hello>();
  } catch (const Json::exception&) {
    result.findings.push_back(explain_broken_protocol("its first message is no greeting"));
    return false;
  }
  if (child_->hello.error.empty()) return true;
  result.findings.push_back(machine_fault(child_->hello.error));
  return false;
}

CallResult RunnerProcess::call(const kit::CaseData& data, const kit::CaseRequest& request,
                               const CallOptions& options) {
  Layout layout = lay_out(data, request);
  layout.call.timeout_s = options.timeout_s;
  layout.call.order = options.order;
  layout.call.order_seed = options.order_seed;
  layout.call.resident_blocks = options.resident_blocks;
  layout.call.allow_same_value_races = options.allow_same_value_races;
  layout.call.count = options.count;
  layout.call.exact_arrays = options.exact_arrays;
  // Died between two cases (a thread left behind, say): that is not this case's doing.
  if (child_ && child_->has_ended()) child_.reset();
  const bool reused = child_ != nullptr;
  CallResult result = try_call(layout.call, data, request.seed);
  // What earlier cases left behind (leaked device memory, say) must not look like the grader's fault.
  const auto is_fault = [](const Finding& f) { return f.verdict == Verdict::grader_error; };
  if (reused && std::ranges::any_of(result.findings, is_fault))
    result = try_call(layout.call, data, request.seed);
  return result;
}

/// One call on the child, or on a fresh one. A child that can't run another case is ended.
CallResult RunnerProcess::try_call(const protocol::Call& call, const kit::CaseData& data,
                                   std::uint64_t seed) {
  CallResult result;
  bool keep_child = false;
  try {
    if (child_ || start(result)) {
      fill(child_->memory, call, data, seed, result);
      keep_child = exchange(*child_, call, result);
    }
  } catch (const std::system_error& error) {
    result.findings.push_back(machine_fault(fmt::format("The grader can't run the task: {}.", error.what())));
  }
  if (child_) result.output = child_->take_output();
  if (!keep_child && child_) child_->dismiss();
  if (!keep_child) child_.reset();
  return result;
}

}  // namespace warpgrade::judge
