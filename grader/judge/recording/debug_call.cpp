#include "judge/recording/debug_call.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "judge/check/compare.hpp"
#include "judge/oracles/oracles.hpp"
#include "judge/recording/small_call.hpp"

namespace warpgrade::judge {
namespace {

/// The simulator's compiler with variables for the debugger, instead of marks for counting.
Toolchain for_debugger(Toolchain toolchain) {
  for (DeviceToolchain& device : toolchain.devices)
    std::ranges::replace(device.compile, std::string("--count"), std::string("--debug"));
  return toolchain;
}

std::optional<kit::CaseRequest> call_of(const DebugRequest& request, const TaskRun& run,
                                        const GradingOptions& options, const kit::Oracle& oracle) {
  if (!request.case_name) return SmallCall{request.task, request.n, {}, options.seed}.readable(oracle);
  return run.cases.at(0).request;
}

void compare(const spec::Task& task, const kit::CaseData& data, CallResult result, Debugged& debugged) {
  debugged.returned = result.completed;
  debugged.findings = std::move(result.findings);
  if (!result.completed) {  // the user may have ended it, and of a crash the debugger has told
    std::erase_if(debugged.findings, [](const Finding& one) { return one.verdict == Verdict::crash; });
    return;
  }
  std::string wrong = data.examine ? data.examine(result.outputs) : "";
  if (!wrong.empty()) debugged.findings.push_back(make_finding(Verdict::wrong_answer, std::move(wrong)));
  if (auto finding = compare_outputs(data, result.outputs, result.poison, task.tolerance))
    debugged.findings.push_back(std::move(*finding));
}

}  // namespace

Debugged debug_call(const DebugRequest& request, const GradingOptions& options) {
  GradingOptions alone = options;
  alone.case_name = request.case_name;
  const auto workshop = make_workshop(for_debugger(read_toolchain(options.toolchain)), alone);
  const kit::Oracle oracle = options.oracles->of(*request.exercise);
  const TaskRun run = build_alone(*request.exercise, *request.task, request.source, *workshop, alone);
  if (run.runner.empty()) return {.why_not = run.findings};
  const auto call = call_of(request, run, options, oracle);
  const auto data = call ? ask(oracle, *call) : std::nullopt;
  if (!data)
    return {.why_not = {make_finding(
                Verdict::not_run,
                fmt::format("{} can't be called with {} elements.", request.task->name, request.n),
                "Take another size, or a case by its name.")}};
  request.begins(*call);
  const auto caller =
      workshop->start(DeviceKind::simulator, run.runner, {.command = request.debugger, .is_debugger = true});
  Debugged debugged;
  compare(*request.task, *data,
          caller->call(*data, *call,
                       {.timeout_s = request.timeout_s,
                        .order = options.order.value_or(Order::forward),
                        .order_seed = options.seed,
                        .allow_same_value_races = request.task->allow_same_value_races,
                        .strict_barriers = request.task->strict_barriers}),
          debugged);
  return debugged;
}

}  // namespace warpgrade::judge
