// Says which tiers are out of reach, and never that one is reached: what the simulator does not count makes a
// call slower.
#include "report/bound_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/columns.hpp"
#include "report/failure.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

/// 1.07 GB, 34.2 MB
std::string bytes_text(double bytes) {
  return bytes >= 1e9 ? fmt::format("{:.2f} GB", bytes / 1e9) : fmt::format("{:.3g} MB", bytes / 1e6);
}

/// 412 thousand, 8.39 million
std::string amount_text(double amount) {
  if (amount >= 1e9) return fmt::format("{:.3g} billion", amount / 1e9);
  if (amount >= 1e6) return fmt::format("{:.3g} million", amount / 1e6);
  if (amount >= 1e4) return fmt::format("{:.3g} thousand", amount / 1e3);
  return fmt::format("{:.0f}", amount);
}

std::string because(const TimeBound& bound) {
  switch (bound.limit) {
    case Limit::memory: {
      const double times = bound.amount / bound.compulsory_bytes;
      const std::string share =
          times < 1.05 ? "each input and output once" : fmt::format("{:.1f} × inputs and outputs", times);
      return fmt::format("memory: {}, {}", bytes_text(bound.amount), share);
    }
    case Limit::load_store: return fmt::format("{} turns of the load/store units", amount_text(bound.amount));
    case Limit::one_block: return "one block works, and so one multiprocessor";
    case Limit::atomics:
      return fmt::format("{} warps with atomics at one address", amount_text(bound.amount));
    case Limit::launches: return fmt::format("{} launches", amount_text(bound.amount));
  }
  return "";
}

std::size_t width_of_cells(const Column& column) {
  std::size_t width = 0;
  for (const std::string& cell : column.cells) width = std::max(width, display_width(cell));
  return width;
}

/// "Most is wasted in scan.cu:41 (global load): 2.9 sectors for each that is needed."
std::string waste(const HotLine& line) {
  return fmt::format("Most is wasted in {}:{} ({}): {:.1f} {} for each that is needed.", printable(line.file),
                     line.line, to_string(line.kind), double(line.transactions) / double(line.ideal),
                     info(resource_of(line.kind)).unit);
}

std::string tiers_out_of_reach(const TaskResult& task) {
  const TimeBounds& bounds = *task.bounds;
  if (bounds.out_of_reach) {
    const int first = bounds.out_of_reach->tier, last = int(task.tiers.size());
    return fmt::format("Out of reach: tier {}{}, at most {} ms at n = {}.", first,
                       first < last ? fmt::format(" of {} and better", last) : "",
                       ms_text(bounds.out_of_reach->needed_ms, bounds.out_of_reach->needed_ms),
                       size_text(bounds.out_of_reach->n));
  }
  if (bounds.reference_is_known)
    return "No tier is ruled out by this; only a GPU can tell which are reached.";
  return "Which tiers that rules out is not known: the spec has no reference_ms for this card.";
}

}  // namespace

std::vector<Column> bound_columns(const TimeBounds& bounds) {
  Column n{"n", {}}, input{"input", {}, /*left=*/true}, ms{"at least, ms", {}}, copy{"of a copy", {}},
      why{"because of", {}, /*left=*/true};
  for (const TimeBound& bound : bounds.bounds) {
    n.cells.push_back(size_text(bound.n));
    input.cells.push_back(printable(bound.input));
    ms.cells.push_back(ms_text(bound.ms, bound.ms));
    copy.cells.push_back(fmt::format("≤ {:.0f} %", 100 * bound.copy_fraction));
    why.cells.push_back(because(bound));
  }
  return {n, input, ms, copy, why};
}

std::vector<std::string> bound_sentences(const TaskResult& task) {
  std::vector<std::string> sentences;
  const auto& bounds = task.bounds->bounds;
  const auto largest = std::ranges::max_element(bounds, {}, &TimeBound::n);
  if (largest != bounds.end() && largest->line) sentences.push_back(waste(*largest->line));
  sentences.push_back(tiers_out_of_reach(task));
  return sentences;
}

std::string bound_table(const TaskResult& task, const HumanOptions& options) {
  if (!task.bounds || !task.bounds->note.empty()) return {};
  const TimeBounds& bounds = *task.bounds;
  const auto line = [&](const std::string& text) { return indented(text, kTableIndent, options); };
  std::string text =
      line(fmt::format("{} on {}: faster than this it can't be.", printable(task.name), bounds.card));
  std::vector<Column> columns = bound_columns(bounds);
  const auto room = std::size_t(std::max(options.width, 40));
  for (const char* least_important : {"of a copy", "input"})
    if (width_of(columns) > room)
      std::erase_if(columns, [&](const Column& column) { return column.title == least_important; });
  if (const std::size_t width = width_of(columns); width > room)  // what is left is the reason
    for (std::string& cell : columns.back().cells)
      cell = fit(cell, std::max<std::size_t>(width_of_cells(columns.back()) + room - width, 8));
  text += laid_out(columns);
  for (const std::string& sentence : bound_sentences(task)) text += line(sentence);
  return text;
}

}  // namespace warpgrade::report
