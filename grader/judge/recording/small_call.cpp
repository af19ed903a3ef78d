#include "judge/recording/small_call.hpp"

#include <algorithm>
#include <exception>
#include <iterator>

#include <fmt/format.h>

#include "judge/check/case_verdict.hpp"
#include "judge/compile/build_stage.hpp"
#include "judge/oracles/oracles.hpp"
#include "judge/program/check_program.hpp"

namespace warpgrade::judge {
namespace {

/// Small numbers that differ are the easiest to follow.
constexpr const char* kReadableOperators[] = {"sum_i32", "sum_u32", "max_i32"};
constexpr const char* kReadableInput = "ascending";

bool is_sealed(const kit::CaseData& data) { return std::ranges::any_of(data.inputs, &kit::Array::sealed); }

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

/// Whoever debugs may have ended the program, and of a crash the debugger has told.
CaseResult without_crashes(CaseResult result) {
  std::erase_if(result.findings, [](const Finding& one) { return one.verdict == Verdict::crash; });
  return result;
}

}  // namespace

std::optional<kit::CaseData> ask(const kit::Oracle& oracle, const kit::CaseRequest& request) {
  try {
    return oracle(request);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

kit::CaseRequest SmallCall::of_group(const spec::CaseGroup& group, const std::string& op,
                                     std::uint64_t seed) const {
  std::string kind = group.inputs.empty() ? "random" : group.inputs.front();
  if (std::ranges::count(group.inputs, kReadableInput) > 0) kind = kReadableInput;
  if (!input.empty()) kind = input;
  const auto& shown = task->shown.parameters;
  return {.task = task->name,
          .op = op,
          .input = kind,
          .n = n,
          .parameters = shown.empty() ? group.parameters : shown,
          .seed = seed};
}

std::optional<kit::CaseRequest> SmallCall::readable(const kit::Oracle& oracle, std::uint64_t seed) const {
  std::optional<kit::CaseRequest> best;
  std::size_t best_rank = std::size(kReadableOperators) + 1;
  for (const spec::CaseGroup& group : task->cases)
    for (const std::string& op : group.operators) {
      const kit::CaseRequest request = of_group(group, op, seed);
      const std::size_t rank =
          std::size_t(std::ranges::find(kReadableOperators, op) - std::begin(kReadableOperators));
      if (group.hidden || rank >= best_rank) continue;
      const std::optional<kit::CaseData> data = ask(oracle, request);
      if (!data || is_sealed(*data)) continue;
      best = request;
      best_rank = rank;
    }
  return best;
}

Finding SmallCall::no_call() const {
  return make_finding(
      Verdict::not_run,
      graph ? fmt::format("{} has no operator and no comparator to follow at n = {}.", task->name, n)
            : fmt::format("{} can't be called with {} elements.", task->name, n),
      "Take another size, or another task.");
}

CallOptions SmallCall::call_options(const GradingOptions& options, double timeout_s) const {
  return {.timeout_s = timeout_s,
          .order = options.order.value_or(Order::forward),
          .order_seed = options.seed,
          .allow_same_value_races = task->allow_same_value_races,
          .strict_barriers = task->strict_barriers};
}

TaskRun build_alone(const SmallCall& small, Workshop& workshop, const GradingOptions& options) {
  GradingOptions alone = options;
  alone.selection = {{small.exercise->name, small.task->name}};
  alone.jobs = 1;
  Plan plan = make_plan(*small.exercise, small.source, alone, {DeviceKind::simulator});
  build_all(plan, workshop, alone, [](const Progress&) {});
  return std::move(plan.exercises.at(0).tasks.at(0));
}

CaseResult debug_call(const SmallCall& small, const Debugger& debugger, const GradingOptions& options) {
  const auto workshop = make_workshop(for_debugger(read_toolchain(options.toolchain)), options);
  const TaskRun run = build_alone(small, *workshop, options);
  if (run.runner.empty()) return not_called(run.findings);
  const Tool tool{.command = debugger.command, .is_debugger = true};
  const CallOptions call = small.call_options(options, debugger.timeout_s);
  CaseResult result;
  if (small.run != nullptr) {
    debugger.begins(fmt::format("case {}, which prints into a file", small.run->name));
    judge_program(result, *small.exercise->program, *small.run,
                  workshop->run_program(run.device, run.runner, *small.exercise, *small.run, call, tool));
    return without_crashes(std::move(result));
  }
  const kit::Oracle oracle = options.oracles->of(*small.exercise);
  const auto request = options.case_name ? run.cases.at(0).request
                                         : small.readable(oracle, options.seed).value_or(kit::CaseRequest());
  const auto data = request.task.empty() ? std::nullopt : ask(oracle, request);
  if (!data) return not_called({small.no_call()});
  debugger.begins(fmt::format("n = {} · {} · {}", request.n, request.op, request.input));
  const auto caller = workshop->start(run.device, run.runner, tool);
  judge_call(result, *data, caller->call(*data, request, call), small.task->tolerance);
  return without_crashes(std::move(result));
}

}  // namespace warpgrade::judge
