#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "model/costs.hpp"
#include "report/cost_table.hpp"
#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/plot.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

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

// ---- Times -----------------------------------------------------------------------------------------------
// A measurement tells more than its own throughput: its ratios to the copy, the reference and CUB say what
// those reach at the same n, and a tier's threshold is the throughput at which the task would just get it.

using Times = std::vector<const TimingResult*>;

/// GB/s at each size; 0 where there is none, which a chart leaves out.
ChartLine line_of(const Times& times, std::string name, std::string css_class,
                  const std::function<double(const TimingResult&)>& gb_per_second) {
  ChartLine line{std::move(name), std::move(css_class), {}};
  for (const TimingResult* time : times) line.values.push_back({double(time->n), gb_per_second(*time)});
  return line;
}

ChartLine my_line(const Times& times) {
  ChartLine mine = line_of(times, "yours", "mine", [](const TimingResult& t) { return t.gb_per_second; });
  for (const TimingResult* t : times)
    mine.intervals.push_back(
        {t->gb_per_second * t->ms.value / t->ms.high, t->gb_per_second * t->ms.value / t->ms.low});
  return mine;
}

std::string chart(const TaskResult& task, const Times& times) {
  std::vector<ChartLine> lines;
  lines.push_back(line_of(times, "copy", "roof", [](const TimingResult& t) {
    return t.copy_fraction ? t.gb_per_second / t.copy_fraction->value : 0;
  }));
  for (std::size_t i = 0; i < task.tiers.size(); ++i)
    lines.push_back(line_of(times, fmt::format("tier {}", i + 1), "limit", [&](const TimingResult& t) {
      return figure(t, task.tiers[i].kind) ? t.gb_per_second / needed_factor(t, task.tiers[i]) : 0;
    }));
  lines.push_back(line_of(times, "CUB", "other", [](const TimingResult& t) {
    return t.cub_ratio ? t.gb_per_second * t.cub_ratio->value : 0;
  }));
  lines.push_back(line_of(times, "reference", "other", [](const TimingResult& t) {
    return t.reference_ratio ? t.gb_per_second * t.reference_ratio->value : 0;
  }));
  lines.push_back(my_line(times));
  return log_chart(fmt::format("Throughput of {} against n", task.name),
                   "The roof is a copy of memory. The figures stand in the table below.",
                   fmt::format("GB/s, {}", times.front()->input), lines);
}

/// One for each input, since their times differ.
std::string charts(const TaskResult& task) {
  std::vector<Times> by_input;
  for (const TimingResult& timing : task.timing) {
    if (timing.ms.value <= 0) continue;
    const auto known = std::ranges::find_if(
        by_input, [&](const Times& times) { return times.front()->input == timing.input; });
    (known == by_input.end() ? by_input.emplace_back() : *known).push_back(&timing);
  }
  std::string text;
  for (Times& times : by_input) {
    std::ranges::stable_sort(times, {}, &TimingResult::n);
    text += chart(task, times);
  }
  return text.empty() ? "" : element("div", "charts", text);
}

std::string times_table(const TaskResult& task) {
  const std::vector<report::Column> figures = timing_columns(task);
  std::vector<HeadCell> columns;
  std::vector<std::vector<std::string>> rows(task.timing.size());
  for (const report::Column& figure : figures) {
    columns.push_back({figure.title, figure.left});
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(xml(figure.cells[i]));
  }
  return table("Times of " + task.name, columns, rows);
}

/// Throughput against n under the roof that a copy of memory sets, with the tiers as lines between; the
/// table, its footnotes and what the times are worth. For a task that is right and not timed yet: what its
/// tiers ask for. Else empty.
std::string throughput(const TaskResult& task) {
  const auto was_measured = [](const TimingResult& timing) { return timing.ms.value > 0; };
  if (std::ranges::none_of(task.timing, was_measured)) {
    if (task.verdict != Verdict::pass || task.waiting_points == 0 || task.tiers.empty()) return {};
    return paragraph("For speed: " + tiers_in_words(task) + ".");
  }
  const TimingResult& first = task.timing.front();  // runs of programs have no throughput
  std::string text = first.is_of_program() ? "" : charts(task) + paragraph("Timed with " + first.op, "quiet");
  text += times_table(task);
  for (const std::string& line : timing_footnotes(task)) text += paragraph(line, "quiet");
  return text + paragraph(tier_sentence(task)) +
         (task.tiers.empty() ? "" : paragraph("Tiers: " + tiers_in_words(task) + ".", "quiet"));
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
