#include "judge/recording/debug_call.hpp"

#include <algorithm>

#include "judge/check/case_verdict.hpp"
#include "judge/oracles/oracles.hpp"

namespace warpgrade::judge {
namespace {

/// The simulator's compiler with variables for the debugger, instead of marks for counting.
Toolchain for_debugger(Toolchain toolchain) {
  for (DeviceToolchain& device : toolchain.devices)
    std::ranges::replace(device.compile, std::string("--count"), std::string("--debug"));
  return toolchain;
}

CaseResult not_called(std::vector<Finding> why) {
  CaseResult result;
  result.verdict = why.front().verdict;
  result.findings = std::move(why);
  return result;
}

}  // namespace

CaseResult debug_call(const SmallCall& small, const Debugger& debugger, const GradingOptions& options) {
  const auto workshop = make_workshop(for_debugger(read_toolchain(options.toolchain)), options);
  const kit::Oracle oracle = options.oracles->of(*small.exercise);
  const TaskRun run = build_alone(small, *workshop, options);
  if (run.runner.empty()) return not_called(run.findings);
  const auto request = options.case_name ? run.cases.at(0).request
                                         : small.readable(oracle, options.seed).value_or(kit::CaseRequest());
  const auto data = request.task.empty() ? std::nullopt : ask(oracle, request);
  if (!data) return not_called({small.no_call()});
  debugger.begins(request);
  const auto caller =
      workshop->start(run.device, run.runner, {.command = debugger.command, .is_debugger = true});
  CaseResult result;
  judge_call(result, *data, caller->call(*data, request, small.call_options(options, debugger.timeout_s)),
             small.task->tolerance);
  // Whoever debugs may have ended the program, and of a crash the debugger has told.
  std::erase_if(result.findings, [](const Finding& one) { return one.verdict == Verdict::crash; });
  return result;
}

}  // namespace warpgrade::judge
