// The table is laid out column by column; the sentence looks for the measurement that is farthest from the
// next tier, since that is what keeps the task from it.
#include "report/timing_table.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "report/failure.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr const char* kInterval = "95 % interval";

// ---- The table ------------------------------------------------------------------------------------------

bool was_measured(const TimingResult& timing) { return timing.ms.value > 0; }

template <class Text>
Column column(std::string title, const TaskResult& task, Text text) {
  Column result{std::move(title), {}};
  for (const TimingResult& timing : task.timing)
    result.cells.push_back(was_measured(timing) ? text(timing) : "");
  return result;
}

/// The column of the figure that tiers of this kind look at.
Column column_of(const TierKindInfo& kind, const TaskResult& task) {
  return column(std::string(kind.column), task, [&](const TimingResult& timing) {
    const std::optional<Measured> measured = kind.figure(timing);
    if (!measured) return std::string();
    return kind.scale == 100 ? fmt::format("{:.1f} %", measured->value * 100)
                             : fmt::format("{:.2f}", measured->value);
  });
}

bool is_empty(const Column& column) {
  return std::all_of(column.cells.begin(), column.cells.end(), [](const auto& cell) { return cell.empty(); });
}

/// Leaves out the least important columns where the terminal is too narrow.
void make_fit(std::vector<Column>& columns, std::size_t width) {
  for (const char* title : {"GB/s", kInterval})
    if (widest_line(laid_out(columns)) > width)
      std::erase_if(columns, [&](const Column& column) { return column.title == title; });
}

// ---- Words ----------------------------------------------------------------------------------------------

/// "n = 2^28", and the input where there are several.
std::string which(const TaskResult& task, const TimingResult& timing) {
  if (timing.is_of_program()) return "case " + printable(timing.input);
  const bool several = std::any_of(task.timing.begin(), task.timing.end(),
                                   [&](const TimingResult& other) { return other.input != timing.input; });
  return fmt::format("n = {}{}", size_name(timing.n), several ? ", " + printable(timing.input) : "");
}

std::string limit(const TierKindInfo& kind) { return kind.more_is_better ? "at least" : "at most"; }

/// The value with so many decimals that it does not look equal to the threshold.
std::string unlike(double value, double threshold) {
  int decimals = 2;
  while (decimals < 6 &&
         fmt::format("{:.{}f}", value, decimals) == fmt::format("{:.{}f}", threshold, decimals))
    ++decimals;
  return fmt::format("{:.{}f}", value, decimals);
}

/// The measurement that is farthest from this tier, among those that have not reached it. Null if none was
/// measured.
const TimingResult* farthest(const TaskResult& task, std::size_t index) {
  const TierResult& tier = task.tiers[index];
  const TimingResult* worst = nullptr;
  for (const TimingResult& timing : task.timing) {
    if (timing.tier > int(index) || !figure(timing, tier.kind)) continue;
    if (worst == nullptr || needed_factor(timing, tier) < needed_factor(*worst, tier)) worst = &timing;
  }
  return worst;
}

std::string distance(const TaskResult& task, std::size_t index) {
  const TierResult& tier = task.tiers[index];
  const TierKindInfo& kind = info(tier.kind);
  const double needed = tier.threshold * kind.scale;
  std::string text = fmt::format("{} needs {} {}{}", index == 0 ? "The first" : "The next", limit(kind),
                                 number(needed), kind.unit);
  const TimingResult* timing = farthest(task, index);
  if (!tier.measurable || timing == nullptr) return text + ", which can't be measured here.";
  const double percent = std::ceil(100 * (1 - needed_factor(*timing, tier)));
  return text + fmt::format(": yours is {}{}, so {} % less time.",
                            unlike(figure(*timing, tier.kind)->value * kind.scale, needed),
                            task.timing.size() > 1 ? " at " + which(task, *timing) : "",
                            std::max(percent, 1.0));
}

/// What the tiers mean on a card that nobody has calibrated.
std::string words_of_other_card(const TaskResult& task) {
  const auto is_absolute = [](const TierResult& tier) { return !info(tier.kind).is_relative; };
  return fmt::format("The tiers were calibrated on {}, and not on this card. {}", printable(task.tiers_of),
                     std::ranges::any_of(task.tiers, is_absolute)
                         ? "Milliseconds don't carry over from one card to another."
                         : "They hold here as well, since they compare you with what ran beside you on this "
                           "card, but one can be "
                           "easier or harder to reach.");
}

bool was_timed(const TaskResult& task) {
  return task.timing_note.empty() && !task.timing.empty() && !task.tiers.empty();
}

}  // namespace

std::vector<Column> timing_columns(const TaskResult& task) {
  Column n{"n", {}}, input{"input", {}, /*left=*/true};
  for (const TimingResult& timing : task.timing) {
    if (timing.is_of_program()) input.title = "case";
    n.cells.push_back(timing.is_of_program() ? "" : size_name(timing.n));
    input.cells.push_back(printable(timing.input));
  }
  std::vector<Column> columns{
      n, input, column("ms", task, [](const TimingResult& t) { return ms_text(t.ms.value, t.ms.value); }),
      column(kInterval, task,
             [](const TimingResult& t) {
               return ms_text(t.ms.low, t.ms.value) + "–" + ms_text(t.ms.high, t.ms.value);
             }),
      column("GB/s", task, [](const TimingResult& t) {
        return t.is_of_program() ? "" : fmt::format("{:.0f}", t.gb_per_second);
      })};
  for (const TierKindInfo& kind : all_tier_kinds())
    if (kind.is_relative) columns.push_back(column_of(kind, task));
  columns.push_back(column("tier", task, [](const TimingResult& t) {
    return t.tier == 0 ? "–" : fmt::format("{}{}", t.tier, t.in_doubt ? "?" : "");
  }));
  std::erase_if(columns, is_empty);
  return columns;
}

std::vector<std::string> timing_footnotes(const TaskResult& task) {
  std::vector<std::string> lines;
  for (const TimingResult& timing : task.timing) {
    if (timing.in_doubt)
      lines.push_back(
          fmt::format("? {}: after {} repetitions the interval still holds the threshold of tier {}. You "
                      "get the tier.",
                      which(task, timing), timing.repetitions, timing.tier));
    if (timing.discarded > 0)
      lines.push_back(fmt::format("{}: {} left out, since the GPU ran at a low clock.", which(task, timing),
                                  counted(std::size_t(timing.discarded), "repetition")));
    if (!timing.note.empty())
      lines.push_back(fmt::format("{}: {}", which(task, timing), printable(timing.note)));
  }
  if (!task.tiers_of.empty()) lines.push_back(words_of_other_card(task));
  return lines;
}

double needed_factor(const TimingResult& timing, const TierResult& tier) {
  const double value = figure(timing, tier.kind)->value;
  return info(tier.kind).more_is_better ? value / tier.threshold : tier.threshold / value;
}

std::string tiers_in_words(const TaskResult& task) {
  std::string text;
  std::optional<TierKind> last;
  for (const TierResult& tier : task.tiers) {
    const TierKindInfo& kind = info(tier.kind);
    const bool is_new = tier.kind != last;
    const std::string_view short_unit = kind.unit.substr(0, kind.unit.find(' ', 1));
    text += fmt::format("{}{} {} for {}{}{}", text.empty() ? "" : ", ", number(tier.points),
                        tier.points == 1 ? "point" : "points", is_new ? limit(kind) + " " : "",
                        number(tier.threshold * kind.scale), is_new ? kind.unit : short_unit);
    last = tier.kind;
  }
  return text;
}

std::string tier_sentence(const TaskResult& task) {
  if (!was_timed(task)) return {};
  const auto reached = std::size_t(task.tier);
  const double earned = reached > 0 ? task.tiers[reached - 1].points : 0;
  std::string text = reached > 0 ? fmt::format("Tier {} of {}", reached, task.tiers.size()) : "No tier yet";
  text += fmt::format(", {} of {} points.", number(earned), number(task.tiers.back().points));
  return reached < task.tiers.size() ? text + " " + distance(task, reached) : text;
}

std::string timing_table(const TaskResult& task, const HumanOptions& options) {
  if (std::none_of(task.timing.begin(), task.timing.end(), was_measured)) {
    if (task.verdict != Verdict::pass || task.waiting_points == 0 || task.tiers.empty()) return {};
    return indented(fmt::format("{} for speed: {}.", printable(task.name), tiers_in_words(task)),
                    kTableIndent, options);
  }
  const TimingResult& first = task.timing.front();
  std::string text = fmt::format("{}{} timed{}\n", std::string(kTableIndent, ' '), printable(task.name),
                                 first.is_of_program() ? "" : " with " + printable(first.op));
  std::vector<Column> columns = timing_columns(task);
  make_fit(columns, options.columns());
  text += laid_out(columns);
  for (const std::string& line : timing_footnotes(task)) text += indented(line, kTableIndent, options);
  if (const std::string worth = tier_sentence(task); !worth.empty())
    text += indented(worth, kTableIndent, options);
  return text;
}

std::string why_points_wait(const TaskResult& task) {
  if (task.waiting_points == 0) return {};
  if (!task.timing_note.empty()) return printable(task.timing_note);
  for (const TierResult& tier : task.tiers) {
    if (tier.measurable) continue;
    const std::string_view missing = info(tier.kind).compared_with;
    if (missing.empty()) return "what they compare with could not be measured";
    return fmt::format("{}, which they compare with, is not here", missing);
  }
  return {};
}

}  // namespace warpgrade::report
