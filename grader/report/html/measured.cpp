#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/costs.hpp"
#include "report/cost_table.hpp"
#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/plot.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

/// Names of costs are identifiers.
std::string id_of(std::string_view name) { return fmt::format("cost-{}", name); }

/// Linked to its meaning in the glossary.
std::string linked_cost(std::string_view name) {
  return fmt::format("<a href=\"#{}\">{}</a>", xml(id_of(name)), xml(name));
}

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
    for (const auto& [n, cost] : by_n) {
      mine.values.push_back({double(n), cost.measured});
      if (cost.bound) allowed.values.push_back({double(n), *cost.bound});
    }
    const std::string chart =
        log_chart(name + " against n", "In figures: the table below.", name, {allowed, mine});
    if (chart.empty()) continue;
    charts += element(
        "figure",
        chart + element("figcaption", fmt::format("{}: {}", linked_cost(name),
                                                  xml(words_of(name, formula_at(by_n, sizes_of(costs)))))));
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
  const std::vector<std::uint64_t> sizes = sizes_of(costs);
  std::vector<HeadCell> columns{{"cost", true}};
  for (const std::uint64_t n : sizes) columns.push_back({fmt::format("n = {}", n)});
  columns.push_back({"at most", true});
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, by_n] : costs) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(linked_cost(name));
    for (const std::uint64_t n : sizes) {
      const auto cost = by_n.find(n);
      row.push_back(cost == by_n.end() ? "" : cost_cell(cost->second));
    }
    row.push_back(xml(formula_at(by_n, sizes)));
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

std::string glossary(const Result& result) {
  std::set<std::string> used;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      for (const auto& [name, by_n] : costs_by_n(task)) used.insert(name);
  std::string entries;
  for (const Cost& cost : all_costs())
    if (used.contains(std::string(cost.name)))
      entries += fmt::format("<dt id=\"{}\">{}</dt><dd>{}. To lower it: {}</dd>\n", xml(id_of(cost.name)),
                             xml(cost.name), xml(meaning_of(cost)), xml(cost.remedy));
  if (entries.empty()) return {};
  return "<section>\n<h2>What the names of costs mean</h2>\n<dl>\n" + entries + "</dl>\n</section>\n";
}

}  // namespace warpgrade::report::html
