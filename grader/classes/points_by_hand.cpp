#include "classes/points_by_hand.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <pwd.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "system/atomic_file.hpp"
#include "system/file_lock.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kColumns{"when", "who",    "student", "exercise",
                                        "task", "points", "why",     "note"};

/// In the column of points: those of the grader count again.
constexpr const char* kClear = "clear";

std::string this_account() {
  const passwd* account = ::getpwuid(::getuid());
  return account == nullptr ? fmt::format("uid {}", ::getuid()) : account->pw_name;
}

std::string now() { return fmt::format("{:%FT%T%z}", fmt::localtime(std::time(nullptr))); }

std::string as_line(const HandEntry& entry) {
  return csv_line({entry.when, entry.who, entry.student, entry.exercise, entry.task,
                   entry.points          ? fmt::format("{}", *entry.points)
                   : entry.is_decision() ? kClear
                                         : "",
                   entry.why, entry.note});
}

std::pair<std::string, std::string> subject(const HandEntry& entry) { return {entry.exercise, entry.task}; }

}  // namespace

std::optional<double> read_points(const std::string& text) {
  const auto points = read_number(text);
  return points && *points >= 0 ? points : std::nullopt;
}

void name_subject(HandEntry& entry, const std::string& words) {
  const std::size_t slash = words.find('/');
  entry.exercise = words.substr(0, slash);
  if (slash != std::string::npos) entry.task = words.substr(slash + 1);
}

std::vector<HandRow> read_hand_rows(const Table& table) {
  const auto students = table.columns({"student", "id", "login", "mail", "name"}),
             exercises = table.columns({"exercise"}), tasks = table.columns({"task"}),
             points = table.columns({"points"}), why = table.columns({"why", "reason"}),
             note = table.columns({"note"}), who = table.columns({"who"}), when = table.columns({"when"});
  if (students.empty() || exercises.empty())
    table.fail(1, fmt::format("the columns student and exercise say whose points these are. There are: {}",
                              table.header()));
  std::vector<HandRow> rows;
  for (const CsvRow& row : table.rows()) {
    const auto text = [&](const std::vector<std::size_t>& columns) { return Table::cell(row, columns); };
    HandEntry entry{.student = text(students), .task = text(tasks)};
    name_subject(entry, text(exercises));
    entry.why = text(why);
    entry.note = text(note);
    entry.who = text(who);
    entry.when = text(when);
    const std::string given = text(points);
    entry.points = read_points(given);
    const bool clears = given == kClear;
    if (!given.empty() && !entry.points && !clears)
      table.fail(row.line, fmt::format("'{}' is no number of points: write a number from 0 on", given));
    rows.push_back({row.line, std::move(entry), clears});
  }
  return rows;
}

PointsByHand::PointsByHand(const ResultsFolder& results) {
  if (!fs::exists(results.points_by_hand())) return;
  for (HandRow& row : read_hand_rows(Table(results.points_by_hand())))
    entries_.push_back(std::move(row.entry));
}

std::vector<HandEntry> PointsByHand::that_count(const std::string& student) const {
  std::map<std::pair<std::string, std::string>, const HandEntry*> last;
  for (const HandEntry& entry : entries_)
    if (entry.student == student && entry.is_decision()) last[subject(entry)] = &entry;
  std::vector<HandEntry> result;
  for (const auto& [what, entry] : last)
    if (entry->points) result.push_back(*entry);
  return result;
}

std::vector<HandEntry> PointsByHand::open_questions() const {
  std::vector<HandEntry> open;
  for (const HandEntry& entry : entries_) {
    // A decision about the whole exercise answers questions about its tasks too.
    if (entry.is_decision())
      std::erase_if(open, [&](const HandEntry& question) {
        return question.student == entry.student && question.exercise == entry.exercise &&
               (entry.task.empty() || question.task == entry.task);
      });
    else if (!entry.note.empty())
      open.push_back(entry);
  }
  return open;
}

std::string PointsByHand::why_not(const HandEntry& entry) const {
  if (!entry.points || entry.task.empty()) return "";
  for (const HandEntry& other : that_count(entry.student))
    if (other.exercise == entry.exercise && other.task.empty())
      return fmt::format(
          "{} has {:g} points for {} as a whole, given by hand, so points of a task would change nothing. "
          "Change those, "
          "or take them back with --clear first.",
          entry.student, *other.points, entry.exercise);
  return "";
}

void add_points_by_hand(const ResultsFolder& results, std::vector<HandEntry> entries) {
  const system::FileLock lock(results.path() / "points_by_hand.lock");
  if (!lock.is_held()) throw std::runtime_error(lock.why_not());
  // Written anew as a whole, since a spreadsheet may have saved it in another form.
  std::string text = csv_line(kColumns);
  const PointsByHand before(results);
  for (const HandEntry& entry : before.entries()) text += as_line(entry);
  for (HandEntry& entry : entries) {
    entry.who = this_account();
    entry.when = now();
    text += as_line(entry);
  }
  system::write_file_atomically(results.points_by_hand(), text);
}

}  // namespace warpgrade::classes
