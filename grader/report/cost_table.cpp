#include "report/cost_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/device_kind.hpp"
#include "model/hot_line.hpp"
#include "report/columns.hpp"
#include "report/failure.hpp"
#include "report/source_quote.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr std::size_t kColumns = 6;  // one for each n, as many as fit a terminal: the largest

constexpr const char* kDrawn = "drawn";
constexpr std::size_t kHotLines = 3;
constexpr std::size_t kRanges = 5;  // of sizes: more are in result.json

/// Is this cost shown to a person? Steps, work, and costs with a bound are. The rest is in result.json.
bool is_shown(const Cost& kind, const CostResult& cost) {
  return cost.bound || kind.measured_by == MeasuredBy::traced_operator;
}

/// All of a task, or those that are above their bound at some n.
CostsByN shown_costs(const TaskResult& task, CostRows rows) {
  CostsByN costs = costs_by_n(task);
  if (rows == CostRows::above_their_bounds)
    std::erase_if(costs, [](const auto& cost) {
      return std::ranges::none_of(cost.second, [](const auto& of_n) { return of_n.second.is_above(); });
    });
  return costs;
}

/// "64", "52 (drawn)"
std::string size_of_column(std::uint64_t n, const CostsByN& costs) {
  const bool is_drawn = std::ranges::any_of(costs, [n](const auto& cost) {
    const auto of_n = cost.second.find(n);
    return of_n != cost.second.end() && of_n->second.drawn;
  });
  return is_drawn ? fmt::format("{} ({})", n, kDrawn) : fmt::format("{}", n);
}

/// Where it says what is allowed of a cost.
enum class Bounds { beside, below };

std::string value_of(const std::map<std::uint64_t, CostResult>& by_n, std::uint64_t n, const Style& style) {
  const auto at = by_n.find(n);
  if (at == by_n.end()) return {};
  return number(at->second.measured) + (at->second.is_above() ? style.mark(Verdict::too_much_work) : "");
}

std::string lines_of_table(const TaskResult& task, const CostsByN& costs,
                           const std::vector<std::uint64_t>& sizes, Bounds bounds,
                           const HumanOptions& options) {
  const Style style(false, options.unicode);
  Column names{printable(task.name) + "  n", {}, /*left=*/true}, allowed{"", {}, /*left=*/true};
  std::string below;
  for (const auto& [name, by_n] : costs) {
    names.cells.push_back(pad_left(printable(name), display_width(names.title)));
    std::string bound = formula_at(by_n, sizes);
    if (!bound.empty()) bound = "at most " + printable(bound);
    allowed.cells.push_back(bounds == Bounds::beside ? bound : "");
    if (bounds == Bounds::below && !bound.empty())
      below += indented(printable(name) + ": " + bound, kTableIndent, options);
  }
  std::vector<Column> columns{names};
  for (const std::uint64_t n : sizes) {
    Column& column = columns.emplace_back(Column{size_of_column(n, costs), {}});
    for (const auto& [name, by_n] : costs) column.cells.push_back(value_of(by_n, n, style));
  }
  columns.push_back(allowed);
  return laid_out(columns) + below;
}

/// With the largest sizes that fit. Empty if fewer fit than `least`, unless there are no more.
std::string table_of(const TaskResult& task, const CostsByN& costs, Bounds bounds, std::size_t least,
                     const HumanOptions& options) {
  std::vector<std::uint64_t> sizes = sizes_of(costs);
  if (sizes.size() > kColumns) sizes.erase(sizes.begin(), sizes.end() - kColumns);
  least = std::min(least, sizes.size());
  while (true) {
    std::string text = lines_of_table(task, costs, sizes, bounds, options);
    if (widest_line(text) <= options.columns()) return text;
    if (sizes.size() == least) return bounds == Bounds::below ? text : "";
    sizes.erase(sizes.begin());
  }
}

// ---- Where the tables are empty --------------------------------------------------------------------------

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

std::string in_a_list(const std::vector<std::string>& tasks) {
  constexpr std::size_t kMost = 4;
  return tasks.size() > kMost ? fmt::format("{} and {} more", tasks.front(), tasks.size() - 1)
                              : fmt::format("{}", fmt::join(tasks, ", "));
}

}  // namespace

CostsByN costs_by_n(const TaskResult& task) {
  CostsByN costs;
  for (const Cost& kind : all_costs()) {
    const std::string name(kind.name);
    std::map<std::uint64_t, CostResult> by_n;
    for (const CaseResult& one : task.cases)
      if (const auto measured = one.cost.find(name);
          measured != one.cost.end() && is_shown(kind, measured->second))
        by_n[measured->second.n] = measured->second;
    if (!by_n.empty()) costs.emplace_back(name, by_n);
  }
  return costs;
}

std::vector<std::uint64_t> sizes_of(const CostsByN& costs) {
  std::set<std::uint64_t> sizes;
  for (const auto& [name, by_n] : costs)
    for (const auto& [n, cost] : by_n) sizes.insert(n);
  return {sizes.begin(), sizes.end()};
}

std::string formula_at(const std::map<std::uint64_t, CostResult>& by_n,
                       const std::vector<std::uint64_t>& sizes) {
  std::string formula;
  for (const std::uint64_t n : sizes)
    if (const auto at = by_n.find(n); at != by_n.end() && at->second.bound) formula = at->second.formula;
  return formula;
}

bool is_wasteful(const HotLine& line) {
  return line.transactions > line.ideal && resource_of(line.kind) != ResourceKind::branches;
}

std::string cost_table(const TaskResult& task, CostRows rows, const HumanOptions& options) {
  const CostsByN costs = shown_costs(task, rows);
  if (costs.empty()) return {};
  constexpr std::size_t least = 3;
  if (const std::string text = table_of(task, costs, Bounds::beside, least, options); !text.empty())
    return text;
  return table_of(task, costs, Bounds::below, 1, options);
}

std::string meaning_of(const Cost& cost) {
  std::string meaning(cost.meaning);
  std::erase(meaning, '`');
  return meaning;
}

std::string words_of_costs(std::span<const TaskResult> tasks, CostRows rows, const HumanOptions& options) {
  std::set<std::string> names;
  bool some_drawn = false;
  for (const TaskResult& task : tasks)
    for (const auto& [name, by_n] : shown_costs(task, rows)) {
      names.insert(name);
      some_drawn |= std::ranges::any_of(by_n, [](const auto& of_n) { return of_n.second.drawn; });
    }
  std::string text;
  for (const Cost& cost : all_costs()) {
    if (!names.contains(std::string(cost.name))) continue;
    text += indented(fmt::format("{}: {}.", cost.name, meaning_of(cost)), kTableIndent, options);
  }
  if (some_drawn)
    text += indented(fmt::format("{}: a size that each run draws anew.", kDrawn), kTableIndent, options);
  return text;
}

std::string as_ranges(const std::vector<std::uint64_t>& ascending) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0, end = 0; i < ascending.size(); i = end) {
    for (end = i + 1; end < ascending.size() && ascending[end] == ascending[end - 1] + 1;) ++end;
    const bool is_range = end - i > 2;
    if (!is_range) end = i + 1;
    ranges.push_back(is_range ? fmt::format("{}–{}", ascending[i], ascending[end - 1])
                              : fmt::format("{}", ascending[i]));
  }
  if (ranges.size() > kRanges) {
    const std::size_t left_out = ranges.size() - kRanges;
    ranges.erase(ranges.end() - 1 - left_out, ranges.end() - 1);
    ranges.insert(ranges.end() - 1, "…");
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

std::string proof_lines(const TaskResult& task, const HumanOptions& options) {
  std::string text;
  for (const Proof& proof : task.proofs)
    text += indented(fmt::format("{} proved {} at n = {}.", printable(task.name), printable(proof.claim),
                                 as_ranges(proof.n)),
                     kTableIndent, options);
  return text;
}

bool has_wasteful_lines(const TaskResult& task) {
  return std::any_of(task.hot_lines.begin(), task.hot_lines.end(), is_wasteful);
}

bool moves_far_too_much(const TaskResult& task) {
  constexpr double far_too_much = 3, half = 2;
  struct Sum {
    double transactions = 0, ideal = 0;
  };
  std::array<Sum, kResources.size()> sums{};
  double all = 0;
  for (const HotLine& line : task.hot_lines) {
    const ResourceKind resource = resource_of(line.kind);
    // How many atomics meet in one place is the data's doing.
    if (resource == ResourceKind::branches || resource == ResourceKind::atomics) continue;
    sums[std::size_t(resource)].transactions += double(line.transactions);
    sums[std::size_t(resource)].ideal += double(line.ideal);
    all += double(line.transactions);
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const auto cost = task.cost.find(std::string(kResources[i].cost));
    const bool is_allowed = cost != task.cost.end() && cost->second.bound && !cost->second.is_above();
    if (!is_allowed && sums[i].transactions >= far_too_much * sums[i].ideal &&
        half * sums[i].transactions >= all && all > 0)
      return true;
  }
  return false;
}

std::string hot_lines(const ExerciseResult& exercise, const TaskResult& task, const HumanOptions& options) {
  std::vector<HotLine> wasteful;
  for (const HotLine& hot : task.hot_lines)
    if (is_wasteful(hot) && wasteful.size() < kHotLines) wasteful.push_back(hot);
  if (wasteful.empty()) return {};
  const std::size_t width = options.columns() - kTableIndent;
  std::string text = std::string(kTableIndent, ' ') + printable(task.name) + " could move less here:\n";
  for (const HotLine& hot : wasteful) {
    Place place;
    place.file = hot.file;
    place.line = hot.line;
    const auto quoted = quote_source(options.submission, exercise.unit, place);
    const std::string line = fmt::format("{:>5} | {}", hot.line, printable(quoted ? quoted->line : hot.file));
    text += std::string(kTableIndent, ' ') + fit(line, width) + "\n";
    text += indented(fmt::format("{} in {}: {} transactions, {} would do", to_string(hot.kind),
                                 printable(hot.kernel), hot.transactions, hot.ideal),
                     kTableIndent + 8, options);
  }
  return text;
}

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
    text += indented(printable(fmt::format("No costs of {}: {}.", in_a_list(tasks), reason)), 0, options);
  return text.empty() ? text : '\n' + text;
}

}  // namespace warpgrade::report
