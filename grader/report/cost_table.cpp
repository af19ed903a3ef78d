#include "report/cost_table.hpp"

#include <algorithm>
#include <map>
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

bool is_wasteful(const HotLine& line) { return line.transactions > line.ideal; }

std::string cost_table(const TaskResult& task, const HumanOptions& options) {
  const auto costs = costs_by_n(task);
  if (costs.empty()) return {};
  const Style style(false, options.unicode);
  const auto columns = columns_of(costs);
  std::vector<Line> lines = {{printable(task.name) + "  n", {}, ""}};
  for (const std::uint64_t n : columns) lines.front().values.push_back(fmt::format("{}", n));
  for (const auto& [name, by_n] : costs) lines.push_back(line_of(name, by_n, columns, style));
  const std::size_t name_width = display_width(lines.front().name);
  for (std::size_t i = 1; i < lines.size(); ++i) lines[i].name = pad_left(lines[i].name, name_width);
  return laid_out(lines);
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
    text += std::string(kTableIndent + 8, ' ') + fmt::format("{} in {}: {} transactions, {} would do\n",
                                                             printable(hot.kind), printable(hot.kernel),
                                                             hot.transactions, hot.ideal);
  }
  return text;
}

}  // namespace warpgrade::report
