// Tasks that lack costs for the same reason share a sentence.
#include "report/missing_costs.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/device_kind.hpp"
#include "report/cost_table.hpp"
#include "report/failure.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

bool were_counted(const Result& result) {
  return std::ranges::any_of(result.device.kinds, [](DeviceKind kind) { return traits(kind).counts; });
}

/// Empty: something is told of them.
std::string why_no_costs(const Result& result, const TaskResult& task) {
  if (!were_counted(result)) return "the simulator counts them. Leave --device out, or give --device both";
  if (!traits(task.verdict).results_are_right) return "they are measured once the results are right";
  if (std::ranges::none_of(task.cases, &CaseResult::measures)) return "this run measured none";
  if (costs_by_n(task).empty() && !has_wasteful_lines(task))
    return "none has a bound, and no line moves more memory than it must";
  return "";
}

std::string names_of(const std::vector<std::string>& tasks) {
  constexpr std::size_t kMost = 4;
  return tasks.size() > kMost ? fmt::format("{} and {} more", tasks.front(), tasks.size() - 1)
                              : fmt::format("{}", fmt::join(tasks, ", "));
}

}  // namespace

std::string missing_costs(const Result& result, const HumanOptions& options) {
  if (!options.costs) return "";
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) {
      const std::string reason = why_no_costs(result, task);
      if (reason.empty()) continue;
      auto known = std::ranges::find_if(reasons, [&](const auto& one) { return one.first == reason; });
      if (known == reasons.end()) known = reasons.insert(reasons.end(), {reason, {}});
      known->second.push_back(exercise.name + "/" + task.name);
    }
  std::string text;
  for (const auto& [reason, tasks] : reasons)
    text += indented(printable(fmt::format("No costs of {}: {}.", names_of(tasks), reason)), 0, options);
  return text.empty() ? text : '\n' + text;
}

}  // namespace warpgrade::report
