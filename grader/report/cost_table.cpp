#include "report/cost_table.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/costs.hpp"
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

std::vector<std::uint64_t> columns_of(const CostsByN& costs) {
  std::map<std::uint64_t, bool> sizes;
  for (const auto& [name, by_n] : costs)
    for (const auto& [n, cost] : by_n) sizes[n] = true;
  std::vector<std::uint64_t> columns;
  columns.reserve(sizes.size());
  for (const auto& [n, used] : sizes) columns.push_back(n);
  if (columns.size() > kColumns) columns.erase(columns.begin(), columns.end() - kColumns);
  return columns;
}

struct Line {
  std::string name;
  std::vector<std::string> values;
  std::string bound;
};

Line line_of(const std::string& name, const std::map<std::uint64_t, CostResult>& by_n,
             const std::vector<std::uint64_t>& columns, const Style& style) {
  Line line{printable(name), {}, ""};
  for (const std::uint64_t n : columns) {
    const auto found = by_n.find(n);
    if (found == by_n.end()) {
      line.values.emplace_back();
      continue;
    }
    const CostResult& cost = found->second;
    line.values.push_back(number(cost.measured) +
                          (cost.is_above() ? style.mark(Verdict::too_much_work) : ""));
    if (cost.bound) line.bound = "at most " + printable(cost.formula);
  }
  return line;
}

std::string laid_out(const std::vector<Line>& lines) {
  std::size_t name_width = 0;
  std::vector<std::size_t> widths(lines.front().values.size(), 0);
  for (const Line& line : lines) {
    name_width = std::max(name_width, display_width(line.name));
    for (std::size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], display_width(line.values[i]));
  }
  std::string text;
  for (const Line& line : lines) {
    std::string row = pad_right(line.name, name_width);
    for (std::size_t i = 0; i < widths.size(); ++i) row += "  " + pad_left(line.values[i], widths[i]);
    if (!line.bound.empty()) row += "  " + line.bound;
    row.erase(row.find_last_not_of(' ') + 1);
    text += std::string(kTableIndent, ' ') + row + "\n";
  }
  return text;
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
    const auto found = cost.second.find(n);
    return found != cost.second.end() && found->second.drawn;
  });
  return is_drawn ? fmt::format("{} ({})", n, kDrawn) : fmt::format("{}", n);
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (const std::string_view line : split_lines(text)) widest = std::max(widest, display_width(line));
  return widest;
}

/// Where it says what is allowed of a cost.
enum class Bounds { beside, below };

std::string lines_of_table(const TaskResult& task, const CostsByN& costs,
                           const std::vector<std::uint64_t>& columns, Bounds bounds,
                           const HumanOptions& options) {
  const Style style(false, options.unicode);
  std::vector<Line> lines = {{printable(task.name) + "  n", {}, ""}};
  for (const std::uint64_t n : columns) lines.front().values.push_back(size_of_column(n, costs));
  for (const auto& [name, by_n] : costs) lines.push_back(line_of(name, by_n, columns, style));
  const std::size_t name_width = display_width(lines.front().name);
  std::string below;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (bounds == Bounds::below && !lines[i].bound.empty())
      below += indented(lines[i].name + ": " + std::exchange(lines[i].bound, ""), kTableIndent, options);
    lines[i].name = pad_left(lines[i].name, name_width);
  }
  return laid_out(lines) + below;
}

/// With the largest sizes that fit. Empty if fewer fit than `least`, unless there are no more.
std::string table_of(const TaskResult& task, const CostsByN& costs, Bounds bounds, std::size_t least,
                     const HumanOptions& options) {
  std::vector<std::uint64_t> columns = columns_of(costs);
  least = std::min(least, columns.size());
  while (true) {
    std::string text = lines_of_table(task, costs, columns, bounds, options);
    if (widest_line(text) <= std::size_t(std::max(options.width, 40))) return text;
    if (columns.size() == least) return bounds == Bounds::below ? text : "";
    columns.erase(columns.begin());
  }
}

}  // namespace

CostsByN costs_by_n(const TaskResult& task) {
  CostsByN costs;
  for (const Cost& kind : all_costs()) {
    const std::string name(kind.name);
    std::map<std::uint64_t, CostResult> by_n;
    for (const CaseResult& one : task.cases)
      if (const auto found = one.cost.find(name); found != one.cost.end() && is_shown(kind, found->second))
        by_n[found->second.n] = found->second;
    if (!by_n.empty()) costs.emplace_back(name, by_n);
  }
  return costs;
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
    std::string meaning(cost.meaning);
    std::erase(meaning, '`');
    text += indented(fmt::format("{}: {}.", cost.name, meaning), kTableIndent, options);
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

std::string hot_lines(const ExerciseResult& exercise, const TaskResult& task, const HumanOptions& options) {
  std::vector<HotLine> wasteful;
  for (const HotLine& hot : task.hot_lines)
    if (is_wasteful(hot) && wasteful.size() < kHotLines) wasteful.push_back(hot);
  if (wasteful.empty()) return {};
  const auto width = std::size_t(std::max(options.width, 40)) - kTableIndent;
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

}  // namespace warpgrade::report
