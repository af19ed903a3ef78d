#include "classes/submissions/extensions.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "classes/submissions/csv.hpp"
#include "classes/submissions/names.hpp"
#include "classes/submissions/times.hpp"
#include "classes/submissions/who.hpp"

namespace warpgrade::classes {
namespace {

constexpr double kMostDays = 3650;

bool is_meant(const Extension& extension, const Student& student) {
  return extension.group.empty() ? extension.student == student.id
                                 : squashed(extension.group) == squashed(student.section);
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
    const auto number = read_number(more);
    if (!more.empty() && (!number || *number < 0 || *number > kMostDays))
      table.fail(row.line, fmt::format("'{}' is no number of days: write 2, or 0.5 for twelve hours", more));
    if (number) one.more = std::chrono::seconds(std::int64_t(*number * 86'400));
    if (!until.empty()) one.deadline = read_time(until, Unsaid::last_second);
    if (!until.empty() && !one.deadline)
      table.fail(row.line, fmt::format("'{}' is no point in time: write 2026-11-20 23:59", until));
    extensions.push_back(std::move(one));
  }
  return extensions;
}

std::vector<std::string> find_students(std::vector<Extension>& extensions,
                                       const std::vector<const Student*>& all) {
  std::vector<std::string> for_nobody;
  for (Extension& extension : extensions) {
    if (!extension.group.empty()) {
      if (std::ranges::none_of(all, [&](const Student* one) { return is_meant(extension, *one); }))
        for_nobody.push_back(
            fmt::format("{}: the roster has no student of the section {}", extension.where, extension.group));
      continue;
    }
    const auto found = students_named(extension.student, all);
    if (found.size() > 1)
      throw PileError(fmt::format("{}: {}", extension.where, several_are_meant(extension.student, found)));
    if (found.empty())
      for_nobody.push_back(
          fmt::format("{}: nobody in this class is called {}", extension.where, extension.student));
    else
      extension.student = found.front()->id;
  }
  return for_nobody;
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
