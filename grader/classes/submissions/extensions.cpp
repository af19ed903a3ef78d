#include "classes/submissions/extensions.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "classes/submissions/csv.hpp"
#include "classes/submissions/names.hpp"
#include "classes/submissions/times.hpp"

namespace warpgrade::classes {
namespace {

std::optional<double> read_days(std::string text) {
  std::ranges::replace(text, ',', '.');
  double days = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), days);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  constexpr double most = 3650;
  return is_number && days >= 0 && days <= most ? std::optional(days) : std::nullopt;
}

}  // namespace

std::vector<Extension> read_extensions(const std::filesystem::path& file) {
  const Table table(file);
  const auto students = table.columns({"student", "id", "login", "mail", "name"}),
             groups = table.columns({"group", "section", "team"}),
             deadlines = table.columns({"deadline", "until"}), days = table.columns({"days"});
  if ((students.empty() && groups.empty()) || (deadlines.empty() && days.empty()))
    table.fail(
        1, fmt::format("the columns student or group say who has more time, and deadline or days how much. "
                       "There are: {}",
                       table.header()));
  std::vector<Extension> extensions;
  for (const CsvRow& row : table.rows()) {
    Extension one{.where = fmt::format("{}:{}", file.filename().string(), row.line),
                  .student = Table::cell(row, students),
                  .group = Table::cell(row, groups)};
    if (one.student.empty() == one.group.empty())
      table.fail(row.line, "a line is for a student or for a group: fill in one of them");
    const std::string until = Table::cell(row, deadlines), more = Table::cell(row, days);
    if (until.empty() == more.empty()) table.fail(row.line, "give either a deadline or a number of days");
    const auto number = read_days(more);
    if (!more.empty() && !number)
      table.fail(row.line, fmt::format("'{}' is no number of days: write 2, or 0.5 for twelve hours", more));
    if (number) one.more = std::chrono::seconds(std::int64_t(*number * 86'400));
    if (!until.empty()) one.deadline = read_time(until, Unsaid::last_second);
    if (!until.empty() && !one.deadline)
      table.fail(row.line, fmt::format("'{}' is no point in time: write 2026-11-20 23:59", until));
    extensions.push_back(std::move(one));
  }
  return extensions;
}

bool is_meant(const Extension& extension, const Student& student) {
  if (!extension.group.empty()) return squashed(extension.group) == squashed(student.section);
  const std::string who = in_lower_case(extension.student);
  const std::string* ids[] = {&student.id, &student.login, &student.mail, &student.number,
                              &student.canvas_id};
  return std::ranges::any_of(ids, [&](const std::string* id) { return in_lower_case(*id) == who; }) ||
         (!student.name.empty() && squashed(student.name) == squashed(extension.student));
}

std::optional<std::chrono::sys_seconds> due(const Student& student, const std::vector<Extension>& extensions,
                                            std::optional<std::chrono::sys_seconds> deadline) {
  auto latest = deadline;
  for (const Extension& extension : extensions) {
    if (!is_meant(extension, student)) continue;
    const auto until = extension.deadline ? extension.deadline
                       : deadline         ? std::optional(*deadline + extension.more)
                                          : std::nullopt;
    if (until && (!latest || *until > *latest)) latest = until;
  }
  return latest;
}

}  // namespace warpgrade::classes
