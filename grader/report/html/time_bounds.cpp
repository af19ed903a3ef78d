#include "report/html/time_bounds.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/bound_table.hpp"
#include "report/html/elements.hpp"
#include "report/html/log_chart.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

/// For each input: the bound, and what a copy of the same inputs and outputs takes.
std::string charts(const TimeBounds& bounds, const std::string& task) {
  std::map<std::string, std::vector<const TimeBound*>> by_input;
  for (const TimeBound& bound : bounds.bounds) by_input[bound.input].push_back(&bound);
  std::string text;
  for (auto& [input, some] : by_input) {
    std::ranges::stable_sort(some, {}, &TimeBound::n);
    ChartLine at_least{"yours", "mine", {}}, copy{"a copy", "roof", {}};
    for (const TimeBound* bound : some) {
      at_least.values.push_back({double(bound->n), bound->ms});
      copy.values.push_back({double(bound->n), bound->ms * bound->copy_fraction});
    }
    text +=
        log_chart(fmt::format("Least time of {} on {} against n", task, bounds.card),
                  "The least time of a copy, and the least time of this task. In figures: the table below.",
                  fmt::format("ms at least, {}", input), {copy, at_least});
  }
  return text.empty() ? "" : element("div", "charts", text);
}

}  // namespace

std::string time_bounds(const TaskResult& task) {
  if (!task.bounds || !task.bounds->note.empty()) return {};
  std::vector<HeadCell> columns;
  std::vector<std::vector<std::string>> rows(task.bounds->bounds.size());
  for (const report::Column& figures : bound_columns(*task.bounds)) {
    columns.push_back({figures.title, figures.left});
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(xml(figures.cells[i]));
  }
  std::string text =
      paragraph(fmt::format("On {} it can't be faster than this, by what the simulator counts.",
                            task.bounds->card)) +
      charts(*task.bounds, task.name) + table("Least times of " + task.name, columns, rows);
  for (const std::string& sentence : bound_sentences(task)) text += paragraph(sentence);
  return text;
}

}  // namespace warpgrade::report::html
