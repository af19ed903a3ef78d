#include "spec/course_file.hpp"

#include "spec/toml_reader.hpp"

namespace warpgrade::spec {
namespace {

namespace fs = std::filesystem;

const fs::path kZones = "/usr/share/zoneinfo";

ClassRules read_rules(const toml::table& table, Diagnostics& diagnostics) {
  TableReader reader(table, "[class]", diagnostics);
  ClassRules rules;
  rules.zone = reader.text("zone", Presence::optional, "zone = \"Europe/Berlin\"");
  // Without the system's table of zones nothing can be said about a name.
  if (!rules.zone.empty() && fs::exists(kZones) &&
      (rules.zone.front() == '/' || rules.zone.find("..") != std::string::npos ||
       !fs::is_regular_file(kZones / rules.zone)))
    reader.error(reader.where("zone"),
                 "zone is none of this system's time zones: write one of `timedatectl list-timezones`, as "
                 "Europe/Berlin");
  rules.grace_minutes =
      reader.number("grace_minutes", Presence::optional, {0, 1440}, "grace_minutes = 15").value_or(0);
  const double days = reader.number("late_days", Presence::optional, {0, 365}, "late_days = 4").value_or(0);
  rules.late_days = int(days);
  if (rules.late_days != days)
    reader.error(reader.where("late_days"), "late_days is a whole number: late_days = 4");
  rules.penalty_percent =
      reader.number("penalty_percent", Presence::optional, {0, 100}, "penalty_percent = 10").value_or(0);
  rules.unreadable_is_zero = reader.boolean("unreadable_is_zero", "unreadable_is_zero = true");
  reader.finish();
  return rules;
}

}  // namespace

CourseFile read_course_file(const fs::path& file) {
  CourseFile course;
  if (!fs::exists(file)) return course;
  const toml::table root = parse_toml(file);
  Diagnostics diagnostics(file);
  check_format(root, diagnostics);
  TableReader reader(root, "course.toml", diagnostics);
  reader.accept("format");
  course.at = reader.text("at", Presence::optional, "at = \"gpu.example.edu\"");
  if (const toml::table* rules = reader.table("class", Presence::optional, "[class]"))
    course.rules = read_rules(*rules, diagnostics);
  reader.finish();
  diagnostics.throw_if_any();
  return course;
}

}  // namespace warpgrade::spec
