// How a call goes: the judge lays the case out in shared memory (inputs, and poison where the outputs will
// be), sends one line, and waits for one line, for the end of the child, for the time limit, for too much
// output or too much memory, whatever comes first. The judge checks the form of what the child says and
// trusts none of it: outputs are bytes to compare, findings are shown, and times come from the judge's own
// clock.
#include "judge/run/runner_process.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"
#include "judge/run/crash.hpp"
#include "judge/run/outcome.hpp"
#include "judge/run/poison.hpp"
#include "model/device_kind.hpp"
#include "protocol/element_cipher.hpp"
#include "system/process_info.hpp"

namespace warpgrade::judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t alignment = 256;  // of each array in the shared memory
/// The simulator knows much about each byte of the data: a right kernel of the course needs 2.8 GB for 134
/// MB.
constexpr std::size_t kMemoryPerByte = 16;

/// The case's arrays one after the other in the shared memory.
protocol::Call make_call(const kit::CaseData& data, const kit::CaseRequest& request,
                         const CallOptions& options) {
  protocol::Call call;
  call.task = task_of(request, data);
  call.options = options;
  std::uint64_t end = 0;
  const auto place = [&end](const kit::Array& array, std::uint64_t count, bool open_ended) {
    const std::uint64_t offset = end;
    end += (count * array.type.size() + alignment - 1) / alignment * alignment;
    return protocol::Buffer{array.name, array.type.name(), count, offset, open_ended};
  };
  for (const kit::Array& input : data.inputs) call.inputs.push_back(place(input, input.count(), false));
  for (const kit::ExpectedArray& output : data.outputs)
    call.outputs.push_back(place(output.values, output.capacity(), output.room > 0));
  call.shared_bytes = std::max(end, alignment);
  return call;
}

/// Inputs, and poison where the outputs will be.
void fill(system::SharedMemory& memory, const protocol::Call& call, const kit::CaseData& data,
          std::uint64_t seed, CallResult& result) {
  memory.reset(call.shared_bytes);
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    const kit::Array& input = data.inputs[i];
    std::vector<std::byte> sealed;
    if (input.sealed) protocol::change_all(sealed = input.bytes, call.seal_key, protocol::seal);
    memory.write(call.inputs[i].offset, input.sealed ? sealed : input.bytes);
  }
  for (std::size_t i = 0; i < call.outputs.size(); ++i) {
    result.poison.push_back(make_poison(data.outputs[i], seed + i + 1));
    memory.write(call.outputs[i].offset, result.poison.back());
  }
}

/// Deciphers what the outputs held before and after the call, so that the judge can compare it.
void open_outputs(const kit::CaseData& data, std::uint64_t key, CallResult& result) {
  for (std::vector<std::vector<std::byte>>* arrays : {&result.poison, &result.outputs})
    for (std::size_t i = 0; i < arrays->size(); ++i)
      if (data.outputs[i].values.sealed) protocol::change_all((*arrays)[i], key, protocol::open);
}

std::uint64_t make_key(const protocol::Hello& hello) {
  const auto device = device_from_string(hello.device_kind);
  if (!device || !traits(*device).seals_elements) return 0;
  std::random_device random;
  return std::uint64_t(random()) << 32 | random() | 1;  // 0 would be no key
}

}  // namespace

protocol::Task task_of(const kit::CaseRequest& request, const kit::CaseData& data) {
  return {.name = request.task, .op = request.op, .n = request.n, .parameters = data.parameters};
}

/// Sends the call and reads its outcome. False if this child must not be used again. Throws NoAnswer.
bool RunnerProcess::exchange(const protocol::Call& call, CallResult& result) {
  const auto begin = Clock::now();
  const auto limit = ProtocolChild::AnswerLimits::of_submission(call.options);
  static_cast<protocol::Outcome&>(result) = read_outcome(child_->ask("call", call, "done", limit));
  result.seconds = system::seconds_since(begin);
  result.completed = result.outputs_valid;
  for (std::size_t i = 0; result.outputs_valid && i < call.outputs.size(); ++i) {
    std::vector<std::byte>& bytes = result.outputs.emplace_back(result.poison[i].size());
    result.completed = child_->memory.read(call.outputs[i].offset, bytes) && result.completed;
  }
  if (!result.completed && result.findings.empty())
    throw broken_protocol("it gave neither outputs nor a reason");
  return result.completed && !result.must_restart;
}

RunnerProcess::RunnerProcess(std::filesystem::path runner, ChildOptions options)
    : runner_(std::move(runner)), options_(std::move(options)) {}

RunnerProcess::~RunnerProcess() {
  if (child_) child_->dismiss();
}

std::optional<protocol::Hello> RunnerProcess::hello() const {
  if (!child_) return std::nullopt;
  return hello_;
}

int RunnerProcess::process_id() const { return child_ ? child_->speaking_id() : 0; }

void RunnerProcess::start() {
  child_ = std::make_unique<ProtocolChild>(runner_, options_);
  hello_ = read_greeting<protocol::Hello>(child_->hear_greeting());
}

CallResult RunnerProcess::call(const kit::CaseData& data, const kit::CaseRequest& request,
                               const CallOptions& options) {
  const protocol::Call call = make_call(data, request, options);
  // A child that died between two cases (of a thread left behind, say) is not this case's fault.
  if (child_ && child_->has_ended()) child_.reset();
  const bool reused = child_ != nullptr;
  CallResult result = try_call(call, data, request.seed);
  // Leaks of earlier cases (of device memory, say) must not look like the grader's fault: try a fresh child.
  const auto is_fault = [](const Finding& f) { return f.verdict == Verdict::grader_error; };
  if (reused && std::ranges::any_of(result.findings, is_fault)) result = try_call(call, data, request.seed);
  return result;
}

/// One call on the child, or on a fresh one. A child that can't run another case is ended.
CallResult RunnerProcess::try_call(protocol::Call call, const kit::CaseData& data, std::uint64_t seed) {
  CallResult result;
  bool keep_child = false;
  const auto begin = Clock::now();
  try {
    result.started = child_ != nullptr;
    if (!child_) start();
    result.started = true;
    child_->allow_memory(options_.memory_bytes + kMemoryPerByte * call.shared_bytes);
    call.seal_key = make_key(hello_);
    fill(child_->memory, call, data, seed, result);
    keep_child = exchange(call, result);
    open_outputs(data, call.seal_key, result);
  } catch (const NoAnswer& no_answer) {
    result.seconds = system::seconds_since(begin);
    result.findings.push_back(no_answer.finding);
  } catch (const std::system_error& error) {
    result.findings.push_back(
        explain_machine_fault(fmt::format("The grader can't run the task: {}.", error.what())));
  }
  if (child_) result.used_s = child_->used_s();
  if (child_) result.output = child_->take_output();
  if (!keep_child && child_) child_->dismiss();
  if (!keep_child) child_.reset();
  return result;
}

}  // namespace warpgrade::judge
