#include "report/html/measured.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/costs.hpp"
#include "report/cost_table.hpp"
#include "report/html/elements.hpp"
#include "report/html/glossary.hpp"
#include "report/html/heat_map.hpp"
#include "report/html/log_chart.hpp"
#include "report/html/throughput.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

/// What counts, and how much is allowed.
std::string words_of(const std::string& name, const std::string& formula) {
  const std::string_view meaning = cost_named(name).meaning;
  std::string words(meaning.substr(0, meaning.find(". ")));
  return words + (formula.empty() ? "." : ". Allowed: at most " + formula + ".");
}

/// Steps and work: what is of the algorithm is drawn, the rest is in the table only.
std::string cost_charts(const CostsByN& costs) {
  std::string charts;
  for (const auto& [name, by_n] : costs) {
    if (cost_named(name).measured_by != MeasuredBy::traced_operator) continue;
    ChartLine mine{"yours", "mine", {}}, allowed{"allowed", "limit", {}};
    std::string formula;
    for (const auto& [n, cost] : by_n) {
      mine.values.push_back({double(n), cost.measured});
      if (!cost.bound) continue;
      allowed.values.push_back({double(n), *cost.bound});
      formula = cost.formula;
    }
    const std::string chart =
        log_chart(name + " against n", "In figures: the table below.", name, {allowed, mine});
    if (chart.empty()) continue;
    charts += element("figure", chart + element("figcaption", fmt::format("{}: {}", linked_cost(name),
                                                                          xml(words_of(name, formula)))));
  }
  return charts.empty() ? "" : element("div", "charts", charts);
}

std::string cost_cell(const CostResult& cost) {
  if (!cost.is_above()) return number(cost.measured);
  return fmt::format("<strong class=\"bad\">{} {}</strong>", number(cost.measured),
                     Style(false, true).mark(Verdict::too_much_work));
}

std::string costs_table(const TaskResult& task, const CostsByN& costs) {
  if (costs.empty()) return {};
  std::set<std::uint64_t> sizes;
  for (const auto& [name, by_n] : costs)
    for (const auto& [n, cost] : by_n) sizes.insert(n);
  std::vector<HeadCell> columns{{"cost", true}};
  for (const std::uint64_t n : sizes) columns.push_back({fmt::format("n = {}", n)});
  columns.push_back({"at most", true});
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, by_n] : costs) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(linked_cost(name));
    std::string formula;
    for (const std::uint64_t n : sizes) {
      const auto found = by_n.find(n);
      row.push_back(found == by_n.end() ? "" : cost_cell(found->second));
      if (found != by_n.end() && found->second.bound) formula = found->second.formula;
    }
    row.push_back(xml(formula));
  }
  return table("Costs of " + task.name, columns, rows);
}

std::string proofs(const TaskResult& task) {
  std::string text;
  for (const Proof& proof : task.proofs)
    text += paragraph(fmt::format("Proved {} at n = {}.", proof.claim, as_ranges(proof.n)), "proof");
  return text;
}

}  // namespace

std::string measured(const Result& result, const ExerciseResult& exercise, const TaskResult& task,
                     bool show_lines) {
  const CostsByN costs = costs_by_n(task);
  const std::string times = throughput(task);
  const std::string lines = show_lines || task.verdict == Verdict::too_much_work
                                ? heat_map({result.submission, exercise.unit}, task.name, task.hot_lines)
                                : "";
  std::string html = times + cost_charts(costs) + costs_table(task, costs) + proofs(task);
  if (!lines.empty()) html += element("h4", "What your lines take") + lines;
  if (html.empty()) return {};
  std::string what = xml(task.name) + ":";
  if (!times.empty()) what += " speed,";
  if (!costs.empty()) what += " costs,";
  if (!lines.empty()) what += " lines,";
  if (!task.proofs.empty()) what += " proof,";
  what.pop_back();
  return details(what, html, traits(task.verdict).results_are_right && task.verdict != Verdict::pass);
}

}  // namespace warpgrade::report::html
