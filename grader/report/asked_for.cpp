// Tasks that lack something for the same reason share a sentence.
#include "report/asked_for.hpp"

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

bool is_right(const TaskResult& task) {
  return task.verdict == Verdict::pass || task.verdict == Verdict::too_slow ||
         task.verdict == Verdict::too_much_work;
}

bool were_counted(const Result& result) {
  return std::ranges::any_of(result.device.kinds, [](DeviceKind kind) { return traits(kind).counts; });
}

/// Why nothing is told of the costs of a task; empty: something is.
std::string why_no_costs(const TaskResult& task) {
  if (!is_right(task)) return "they are measured once the results are right";
  if (std::ranges::none_of(task.cases, &CaseResult::measures)) return "this run measured none";
  if (costs_by_n(task).empty() && !has_wasteful_lines(task))
    return "none has a bound, and no line moves more memory than it must";
  return "";
}

/// The same of its bounds.
std::string why_no_bounds(const TaskResult& task) {
  if (!task.bounds) return "not timed; ./grade list shows which tasks have points for speed";
  return task.bounds->note;
}

std::string names_of(const std::vector<std::string>& tasks) {
  constexpr std::size_t kMost = 4;
  return tasks.size() > kMost ? fmt::format("{} and {} more", tasks.front(), tasks.size() - 1)
                              : fmt::format("{}", fmt::join(tasks, ", "));
}

/// "No costs of scan/blelloch, scan/simple: …", for each reason.
template <class Why>
std::string by_reason(const Result& result, const std::string& what, Why why, const HumanOptions& options) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) {
      const std::string reason = why(task);
      if (reason.empty()) continue;
      auto known = std::ranges::find_if(reasons, [&](const auto& one) { return one.first == reason; });
      if (known == reasons.end()) known = reasons.insert(reasons.end(), {reason, {}});
      known->second.push_back(exercise.name + "/" + task.name);
    }
  std::string text;
  for (const auto& [reason, tasks] : reasons)
    text += indented(printable(fmt::format("No {} of {}: {}.", what, names_of(tasks), reason)), 0, options);
  return text;
}

}  // namespace

std::string about_asked(const Result& result, const HumanOptions& options) {
  std::string text;
  const std::string without = "the simulator counts them. Leave --device out, or give --device both";
  if (options.costs)
    text += by_reason(
        result, "costs",
        [&](const TaskResult& task) { return were_counted(result) ? why_no_costs(task) : without; }, options);
  if (!options.card.empty())
    text += by_reason(
        result, "bounds on " + options.card,
        [&](const TaskResult& task) { return were_counted(result) ? why_no_bounds(task) : without; },
        options);
  return text.empty() ? text : '\n' + text;
}

}  // namespace warpgrade::report
