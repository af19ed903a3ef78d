#include "classes/incoming.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "classes/submission_copy.hpp"
#include "classes/submissions/names.hpp"
#include "classes/submissions/times.hpp"
#include "course/course.hpp"
#include "system/file_lock.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

std::vector<const Entry*> entries_of(const Roll& roll, const std::string& student) {
  std::vector<const Entry*> entries;
  for (const Entry& entry : roll.entries)
    if (entry.attempt.student.id == student) entries.push_back(&entry);
  return entries;
}

void require_not_too_often(const std::vector<const Entry*>& own, std::chrono::sys_seconds now, int most) {
  std::vector<std::chrono::sys_seconds> last_hour;
  for (const Entry* entry : own)
    if (entry->attempt.handed_in && *entry->attempt.handed_in > now - hours(1))
      last_hour.push_back(*entry->attempt.handed_in);
  if (int(last_hour.size()) < most) return;
  std::ranges::sort(last_hour);
  const auto next = last_hour[last_hour.size() - std::size_t(most)] + hours(1);
  throw TooOften(
      fmt::format("{} requests in an hour are what this course allows. The next one is taken at {}.", most,
                  as_local_time(next)));
}

Entry entry_for(const Incoming& incoming, int number) {
  Entry entry;
  Attempt& attempt = entry.attempt;
  attempt.student.id = incoming.student;
  attempt.shown_as = incoming.shown_as;
  attempt.number = number;
  attempt.id = fmt::format("{}-{}", as_file_name(incoming.student), number);
  attempt.handed_in = incoming.when;
  entry.counts = false;
  return entry;
}

bool has_the_same_files(const Entry& one, const Entry& other) {
  return std::ranges::equal(one.pieces, other.pieces, {}, &Piece::key, &Piece::key);
}

/// The folder of the newest attempt, if it has this exercise. Each attempt holds all that the student has
/// sent so far, so one of them is the student's work for the gradebook.
fs::path newest_with(const std::vector<const Entry*>& own, const std::string& exercise,
                     const ResultsFolder& results) {
  if (own.empty() || std::ranges::count(own.back()->pieces, exercise, &Piece::exercise) == 0) return {};
  return results.attempts() / own.back()->attempt.id;
}

/// The attempts of a student stand together, the oldest first.
void insert(Roll& roll, Entry entry) {
  const auto behind = std::ranges::upper_bound(
      roll.entries, entry.attempt.student.id, {},
      [](const Entry& one) -> const auto& { return one.attempt.student.id; });
  roll.entries.insert(behind, std::move(entry));
}

/// Requests come side by side.
system::FileLock locked_roll(const ResultsFolder& results) {
  system::FileLock lock(results.path() / "attempts.lock");
  if (!lock.is_held()) throw std::runtime_error(lock.why_not());
  return lock;
}

}  // namespace

Entry add_incoming(const ResultsFolder& results, const Incoming& incoming, const spec::Course& course,
                   const KeyBase& keys, int most_an_hour) {
  const system::FileLock lock = locked_roll(results);
  Roll roll = fs::exists(results.attempts_list()) ? read_roll(results) : Roll();
  const std::vector<const Entry*> own = entries_of(roll, incoming.student);
  Entry entry = entry_for(incoming, own.empty() ? 1 : own.back()->attempt.number + 1);
  const fs::path folder = results.attempts() / entry.attempt.id;
  fs::remove_all(folder);  // of a request that was killed before its attempt stood in the roll
  for (const spec::Exercise& exercise : course.exercises) {
    const fs::path from = std::ranges::count(incoming.exercises, exercise.name) > 0
                              ? incoming.files
                              : newest_with(own, exercise.name, results);
    if (!from.empty())
      entry.pieces.push_back(
          copied_piece(exercise, from / exercise.unit / exercise.source, results, keys, entry.attempt.id));
  }
  if (!own.empty() && has_the_same_files(*own.back(), entry)) {
    fs::remove_all(folder);
    return *own.back();
  }
  try {
    require_not_too_often(own, incoming.when, most_an_hour);
  } catch (const TooOften&) {
    fs::remove_all(folder);
    throw;
  }
  roll.keys = keys;
  insert(roll, entry);
  write_roll(results, roll);
  return entry;
}

void let_count(const ResultsFolder& results, const std::string& attempt) {
  const system::FileLock lock = locked_roll(results);
  Roll roll = read_roll(results);
  const auto entry =
      std::ranges::find(roll.entries, attempt, [](const Entry& one) { return one.attempt.id; });
  if (entry == roll.entries.end() || entry->counts) return;
  entry->counts = true;
  write_roll(results, roll);
}

}  // namespace warpgrade::classes
