// The call is an ordinary one, with an operator whose numbers are easy to read. For a graph it is the traced
// operator, whose elements hold the number of a node instead of their levels (runner/sealed_operators.cpp). A
// second call, with intervals, tells which outputs of the graph are right: sums alone would not tell in which
// order elements were combined.
#include "judge/recording/record.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "judge/check/compare.hpp"
#include "judge/oracles/oracles.hpp"
#include "judge/program/check_program.hpp"
#include "judge/recording/small_call.hpp"
#include "judge/workshop.hpp"
#include "kit/inputs.hpp"
#include "kit/oracle.hpp"
#include "kit/probes.cuh"

namespace warpgrade::judge {
namespace {

using kit::CaseData;
using kit::CaseRequest;
using kit::Traced;

constexpr double kRecordTimeout_s = 5;  // of processor time: a few elements take far less
constexpr double kRecordProgramTimeout_s = 60;

template <class T>
T element(const std::vector<std::byte>& bytes, std::size_t i) {
  T value{};
  if ((i + 1) * sizeof(T) <= bytes.size()) std::memcpy(&value, &bytes[i * sizeof(T)], sizeof(T));
  return value;
}

/// Gives the inputs the numbers 1, 2, …; returns how many there are.
std::uint32_t number_inputs(CaseData& data) {
  std::uint32_t nodes = 0;
  for (kit::Array& array : data.inputs)
    for (std::size_t at = 0; array.sealed && at + sizeof(Traced) <= array.bytes.size();
         at += sizeof(Traced)) {
      const std::uint32_t number = ++nodes;
      std::memcpy(&array.bytes[at + offsetof(Traced, levels)], &number, sizeof number);
    }
  return nodes;
}

/// What the recording does not get from the device.
void describe(const SmallCall& small, const GradingOptions& options, Recording& recording) {
  recording.exercise = small.exercise->name;
  recording.task = small.task->name;
  recording.title = small.task->title;
  recording.source = small.source.string();
  recording.order = warpgrade::to_string(options.order.value_or(Order::forward));
}

/// A run of a program is recorded as a call is; what it prints and writes is no output in memory.
Recorded record_program(const SmallCall& small, const GradingOptions& options) {
  const auto workshop = make_workshop(read_toolchain(options.toolchain), options);
  const TaskRun run = build_alone(small, *workshop, options);
  if (run.runner.empty()) return {{}, run.findings};
  CallOptions call = small.call_options(options, kRecordProgramTimeout_s);
  call.record = true;
  const ProgramResult ran =
      workshop->run_program(run.device, run.runner, *small.exercise, *small.run, call, /*tool=*/{});
  CaseResult judged;
  judge_program(judged, *small.exercise->program, *small.run, ran);
  Recording recording = ran.recording;
  describe(small, options, recording);
  recording.input = "case " + small.run->name;
  recording.findings = judged.findings;
  return {std::move(recording), {}};
}

class Recorder {
 public:
  Recorder(const SmallCall& small, const GradingOptions& options)
      : small_(small), options_(options), oracle_(options.oracles->of(*small.exercise)) {}

  Recorded record() {
    const std::optional<CaseRequest> call = small_.graph ? traced() : small_.readable(oracle_, options_.seed);
    if (!call) return {{}, {small_.no_call()}};
    if (std::vector<Finding> why_not = build(); !why_not.empty()) return {{}, std::move(why_not)};
    Recording recording = this->call(*call);
    if (recording.is_graph) judge_graph(*call, recording);
    return {std::move(recording), {}};
  }

 private:
  // ---- Which call --------------------------------------------------------------------------------------

  std::optional<CaseRequest> traced() const {
    if (!has_graph(*small_.task, oracle_)) return std::nullopt;
    CaseRequest request = small_.of_group(small_.task->cases.front(), kTracedOperator, options_.seed);
    if (small_.input.empty()) request.input = "random";
    request.parameters.clear();
    return ask(oracle_, request) ? std::optional(request) : std::nullopt;
  }

  // ---- The call ----------------------------------------------------------------------------------------

  /// Why there is no runner; empty: there is one.
  std::vector<Finding> build() {
    workshop_ = make_workshop(read_toolchain(options_.toolchain), options_);
    const TaskRun run = build_alone(small_, *workshop_, options_);
    if (run.runner.empty()) return run.findings;
    caller_ = workshop_->start(run.device, run.runner, /*tool=*/{});
    return {};
  }

  CallResult call(const CaseRequest& request, const CaseData& data, bool record) {
    CallOptions options = small_.call_options(options_, kRecordTimeout_s);
    options.record = record;
    return caller_->call(data, request, options);
  }

  Recording call(const CaseRequest& request) {
    CaseData data = *ask(oracle_, request);
    const std::uint32_t nodes = small_.graph ? number_inputs(data) : 0;
    CallResult result = call(request, data, /*record=*/true);
    Recording recording = std::move(result.recording);
    describe(small_, options_, recording);
    recording.op = request.op;
    recording.input = request.input;
    recording.n = request.n;
    recording.is_graph = small_.graph;
    recording.inputs = nodes;
    recording.findings = result.findings;
    describe_arrays(data, recording);
    if (result.completed) add_outputs(data, result, recording);
    return recording;
  }

  static void describe_arrays(const CaseData& data, Recording& recording) {
    for (RecordedArray& array : recording.arrays) {
      const auto is_it = [&array](const kit::Array& a) { return a.name == array.name && !a.sealed; };
      for (const kit::Array& input : data.inputs)
        if (!array.shared && is_it(input)) array.type = input.type;
      for (const kit::ExpectedArray& output : data.outputs)
        if (!array.shared && is_it(output.values)) array.type = output.values.type;
    }
    if (data.inputs.empty()) return;
    const kit::Array& first = data.inputs.front();
    for (std::size_t i = 0; i < first.count(); ++i)
      recording.input_values.push_back(first.sealed
                                           ? std::to_string(element<Traced>(first.bytes, i).sum)
                                           : format_element(first.type, &first.bytes[i * first.type.size()]));
  }

  void add_outputs(const CaseData& data, CallResult& result, Recording& recording) {
    if (data.examine)
      if (const std::string wrong = data.examine(result.outputs); !wrong.empty())
        recording.findings.push_back(make_finding(Verdict::wrong_answer, wrong));
    const bool all_right = !compare_outputs(data, result.outputs, result.poison, small_.task->tolerance);
    for (std::size_t i = 0; i < data.outputs.size(); ++i)
      for (std::size_t e = 0; e < data.outputs[i].values.count(); ++e)
        recording.outputs.push_back(
            output_of(data.outputs[i].values, result.outputs[i], result.poison[i], e, all_right));
  }

  static RecordedOutput output_of(const kit::Array& expected, const std::vector<std::byte>& got,
                                  const std::vector<std::byte>& poison, std::size_t e, bool all_right) {
    const std::size_t size = expected.type.size();
    const auto same = [&](const std::vector<std::byte>& other) {
      return std::equal(&got[e * size], &got[e * size] + size, &other[e * size]);
    };
    RecordedOutput output{.array = expected.name, .index = e};
    output.written = !same(poison);
    if (expected.sealed && expected.type == kit::element_type_of<Traced>()) {
      const auto value = element<Traced>(got, e), right = element<Traced>(expected.bytes, e);
      output.node = output.written ? value.levels : RecordedOutput::kNoNode;
      output.value = std::to_string(value.sum);
      output.expected = std::to_string(right.sum);
      output.right = value.sum == right.sum;
    } else {
      output.value = format_element(expected.type, &got[e * size]);
      output.expected = format_element(expected.type, &expected.bytes[e * size]);
      output.right = all_right || same(expected.bytes);
    }
    return output;
  }

  // ---- What is right in a graph ------------------------------------------------------------------------

  /// Each output must be an interval of the inputs. A call with intervals tells which one, and whether the
  /// output is it.
  void judge_graph(const CaseRequest& traced, Recording& recording) {
    CaseRequest request = traced;
    request.op = kit::kIntervalOperator;
    const std::optional<CaseData> data = ask(oracle_, request);
    if (!data) return;
    const CallResult result = call(request, *data, /*record=*/false);
    std::size_t next = 0;
    for (std::size_t i = 0; i < data->outputs.size(); ++i) {
      const kit::Array& expected = data->outputs[i].values;
      for (std::size_t e = 0; e < expected.count() && next < recording.outputs.size(); ++e) {
        RecordedOutput& output = recording.outputs[next++];
        if (!expected.sealed) continue;
        const auto right = element<std::array<std::int32_t, 2>>(expected.bytes, e);
        output.first = std::uint32_t(std::max(right[0], 0));  // the identity has no ends
        output.last = std::uint32_t(std::max(right[1], 0));
        output.right =
            result.completed && element<std::array<std::int32_t, 2>>(result.outputs[i], e) == right;
      }
    }
  }

  const SmallCall& small_;
  const GradingOptions& options_;
  kit::Oracle oracle_;
  std::unique_ptr<Workshop> workshop_;
  std::unique_ptr<CaseCaller> caller_;
};

}  // namespace

bool has_graph(const spec::Task& task, const kit::Oracle& oracle) {
  const std::optional<CaseData> data =
      ask(oracle, {.task = task.name, .op = kTracedOperator, .input = "random", .n = 2, .parameters = {}});
  // Keys that only count their comparisons have no nodes.
  return data && std::ranges::any_of(data->inputs, [](const kit::Array& input) {
           return input.sealed && input.type == kit::element_type_of<Traced>();
         });
}

Recorded record(const SmallCall& small, const GradingOptions& options) {
  return small.run != nullptr ? record_program(small, options) : Recorder(small, options).record();
}

}  // namespace warpgrade::judge
