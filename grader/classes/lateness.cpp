#include "classes/lateness.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "classes/submissions/csv.hpp"
#include "classes/submissions/names.hpp"

namespace warpgrade::classes {

Lateness lateness_of(const Attempt& attempt, const spec::ClassRules& rules, int used_before) {
  if (!attempt.late || !attempt.due || !attempt.handed_in) return {};
  using days = std::chrono::days;
  Lateness lateness;
  lateness.days = int(std::chrono::ceil<days>(*attempt.handed_in - *attempt.due).count());
  lateness.days_used = std::clamp(rules.late_days - used_before, 0, lateness.days);
  lateness.penalty_percent =
      std::min(100.0, rules.penalty_percent * double(lateness.days - lateness.days_used));
  return lateness;
}

std::map<std::string, int> late_days_used(const std::vector<std::filesystem::path>& results) {
  std::map<std::string, int> used;
  for (const std::filesystem::path& folder : results) {
    const Table table(folder / "gradebook.csv");
    const auto id = table.columns({"id"}), days = table.columns({squashed(kLateDaysColumn)});
    if (id.empty() || days.empty()) table.fail(1, fmt::format("there is no column '{}'", kLateDaysColumn));
    for (const CsvRow& row : table.rows()) {
      const std::string text = Table::cell(row, days);
      int count = 0;
      std::from_chars(text.data(), text.data() + text.size(), count);
      used[Table::cell(row, id)] += count;
    }
  }
  return used;
}

std::string in_words(const Lateness& lateness) {
  if (lateness.days == 0) return "";
  std::string words = fmt::format("{} {} late", lateness.days, lateness.days == 1 ? "day" : "days");
  if (lateness.days_used > 0) words += fmt::format(", {} of the late days used", lateness.days_used);
  if (lateness.penalty_percent > 0)
    words += fmt::format(", {:g} % of the points lost", lateness.penalty_percent);
  return words;
}

}  // namespace warpgrade::classes
