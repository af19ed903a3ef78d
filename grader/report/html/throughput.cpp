// A measurement tells more than its own throughput: its ratios to the copy, the reference and CUB say what
// those reach at the same n, and a tier's threshold is the throughput at which the task would just get it.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/plot.hpp"
#include "report/text.hpp"
#include "report/timing_table.hpp"

namespace warpgrade::report::html {
namespace {

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

}  // namespace

std::string throughput(const TaskResult& task) {
  const auto was_measured = [](const TimingResult& timing) { return timing.ms.value > 0; };
  if (std::ranges::none_of(task.timing, was_measured)) {
    if (task.verdict != Verdict::pass || task.waiting_points == 0 || task.tiers.empty()) return {};
    return paragraph("For speed: " + tiers_in_words(task) + ".");
  }
  std::string text = charts(task) + paragraph("Timed with " + task.timing.front().op, "quiet");
  text += times_table(task);
  for (const std::string& line : timing_footnotes(task)) text += paragraph(line, "quiet");
  return text + paragraph(tier_sentence(task)) +
         (task.tiers.empty() ? "" : paragraph("Tiers: " + tiers_in_words(task) + ".", "quiet"));
}

}  // namespace warpgrade::report::html
