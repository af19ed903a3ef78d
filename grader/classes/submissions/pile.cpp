#include "classes/submissions/pile.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/submissions/archive.hpp"
#include "classes/submissions/choose.hpp"
#include "classes/submissions/collect.hpp"
#include "classes/submissions/extensions.hpp"
#include "classes/submissions/hand_in.hpp"
#include "classes/submissions/layouts.hpp"
#include "classes/submissions/names.hpp"
#include "classes/submissions/roster.hpp"
#include "classes/submissions/times.hpp"
#include "system/parallel.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

int workers() { return int(std::max(1U, std::thread::hardware_concurrency())); }

/// One archive with everything in it.
HandIns read_archive(const fs::path& archive, const fs::path& work, const spec::Course& course,
                     const PileOptions& options) {
  const fs::path folder = work / "pile";
  fs::remove_all(folder);
  const PileLimits& limits = options.limits;
  // Its files may be the students' archives.
  UnpackBudget budget{limits.pile_bytes, limits.attempt_bytes, limits.pile_files};
  const Found found = unpack(archive, folder, budget);
  if (!found.problem.empty()) throw PileError(fmt::format("{} {}", archive.string(), found.problem));
  const fs::path root = folder_of_entries(folder, true, course);
  HandIns hand_ins =
      read_entries(root, archive / (root == folder ? fs::path() : root.filename()), course, options);
  std::vector<std::string> refused;
  for (const FoundFile& file : found.files)
    if (!file.refused.empty()) refused.push_back(file.name + " " + file.refused);
  std::ranges::copy(found.remarks, std::back_inserter(hand_ins.remarks));
  if (!refused.empty())
    hand_ins.remarks.push_back(fmt::format("{}: {}", archive.string(), some_of(refused, "refused")));
  return hand_ins;
}

HandIns read_hand_ins(const fs::path& submissions, const fs::path& work, const spec::Course& course,
                      const PileOptions& options) {
  if (fs::is_directory(submissions)) {
    const fs::path root = folder_of_entries(submissions, false, course);
    return read_entries(root, root, course, options);
  }
  if (!fs::exists(submissions)) throw PileError(fmt::format("{} does not exist", submissions.string()));
  const std::string name = submissions.filename().string();
  if (fs::is_regular_file(submissions) && is_archive_name(name))
    return read_archive(submissions, work, course, options);
  if (fs::is_regular_file(submissions) && in_lower_case(name).ends_with(".csv"))
    return read_list(submissions);
  throw PileError(
      fmt::format("{} is neither a folder, nor an archive (zip, tar, 7z), nor a table (csv) of submissions",
                  submissions.string()));
}

/// The time of a clone's last commit is the student's own clock, and still the best there is.
void take_commit_times(std::vector<HandIn>& hand_ins, const fs::path& work) {
  system::parallel_for(workers(), hand_ins.size(), [&](std::size_t worker, std::size_t i) {
    HandIn& hand_in = hand_ins[i];
    if (!hand_in.is_checkout || hand_in.handed_in) return;
    hand_in.handed_in =
        last_commit_time(hand_in.sources.front().path, work / fmt::format("empty{}.git", worker));
    if (hand_in.handed_in)
      hand_in.remarks.emplace_back("handed in: the time of the last commit, by the student's clock");
  });
}

/// The student of the roster, with what only the platform's names say.
Student joined(Student student, const Student& handed_in) {
  for (std::string Student::*field : {&Student::login, &Student::canvas_id, &Student::moodle_id})
    if ((student.*field).empty()) student.*field = handed_in.*field;
  return student;
}

/// The students of the roster that several people of the pile may be, by their ids there. Who chooses his own
/// name or login can choose one that another student's is a part of.
std::set<std::size_t> claimed_by_several(const std::vector<Roster::Match>& matches,
                                         const std::vector<HandIn>& hand_ins) {
  std::map<std::size_t, std::set<std::string>> ids;
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (matches[i].students.size() == 1)
      ids[*matches[i].students.begin()].insert(in_lower_case(hand_ins[i].student.id));
  std::set<std::size_t> result;
  for (const auto& [student, of_pile] : ids)
    if (of_pile.size() > 1) result.insert(student);
  return result;
}

/// Gives each hand-in its student of the roster, and returns those of whom there is none.
std::vector<Student> match_roster(const Roster& roster, std::vector<HandIn>& hand_ins) {
  std::vector<Roster::Match> matches;
  matches.reserve(hand_ins.size());
  for (const HandIn& hand_in : hand_ins) matches.push_back(roster.find(hand_in));
  const std::set<std::size_t> claimed = claimed_by_several(matches, hand_ins);
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < hand_ins.size(); ++i) {
    HandIn& hand_in = hand_ins[i];
    const auto& [found, by_id, loosely] = matches[i];
    if (found.size() == 1 && (by_id || !claimed.contains(*found.begin()))) {
      seen.insert(*found.begin());
      if (loosely)
        hand_in.remarks.push_back(fmt::format("{} is taken for {} of the roster", hand_in.student.id,
                                              roster.students()[*found.begin()].id));
      hand_in.student = joined(roster.students()[*found.begin()], hand_in.student);
      continue;
    }
    hand_in.student.in_roster = false;
    if (std::ranges::count(roster.students(), hand_in.student.id, &Student::id) > 0)
      hand_in.student.id += " (unknown)";  // or the gradebook would take it for that student's
    if (found.empty()) continue;
    std::vector<std::string> ids;
    ids.reserve(found.size());
    for (const std::size_t student : found) ids.push_back(roster.students()[student].id);
    hand_in.remarks.push_back(
        found.size() == 1
            ? fmt::format("could be {} of the roster by its name alone, and so could another hand-in; taken "
                          "for nobody",
                          ids.front())
            : fmt::format("could be any of these students of the roster: {}; taken for none",
                          fmt::join(ids, ", ")));
  }
  std::vector<Student> missing;
  for (std::size_t i = 0; i < roster.students().size(); ++i)
    if (!seen.contains(i)) missing.push_back(roster.students()[i]);
  return missing;
}

/// By student, the oldest first; without times by name.
void sort_by_student(std::vector<HandIn>& hand_ins) {
  std::ranges::stable_sort(hand_ins, [](const HandIn& a, const HandIn& b) {
    return std::tie(a.student.id, a.handed_in) < std::tie(b.student.id, b.handed_in);
  });
}

std::vector<Attempt> number_attempts(const std::vector<HandIn>& hand_ins,
                                     const std::vector<Extension>& extensions, const PileOptions& options) {
  std::vector<Attempt> attempts;
  attempts.reserve(hand_ins.size());
  std::set<std::string> ids;  // in lower case: some file systems see no difference
  for (const HandIn& hand_in : hand_ins) {
    Attempt attempt;
    attempt.student = hand_in.student;
    attempt.handed_in = hand_in.handed_in;
    attempt.due = due(attempt.student, extensions, options.deadline);
    const bool is_known = attempt.due && attempt.handed_in;
    attempt.late = is_known ? *attempt.handed_in > *attempt.due + options.grace : hand_in.late;
    if (attempt.late && !is_known)
      attempt.remarks.emplace_back("late, says the platform; how late is not known");
    attempt.origin = hand_in.origin;
    attempt.remarks = hand_in.remarks;
    if (!attempts.empty() && attempts.back().student.id == attempt.student.id) {
      attempt.number = attempts.back().number + 1;
      if (!attempt.handed_in || !attempts.back().handed_in)
        attempt.remarks.push_back(fmt::format(
            "{} is handed in by the same student, and without times the order of names tells which is newer",
            printable(attempts.back().origin.string())));
    }
    std::string name = as_file_name(attempt.student.id);
    const auto id = [&] { return attempt.number == 1 ? name : fmt::format("{}-{}", name, attempt.number); };
    while (!ids.insert(in_lower_case(id())).second) name += '_';
    attempt.id = id();
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

/// Who has more time, by id. What is for nobody becomes a remark.
std::vector<Extension> extensions_of(const fs::path& file, const std::vector<HandIn>& hand_ins, Pile& pile) {
  if (file.empty()) return {};
  std::map<std::string, const Student*> by_id;
  for (const HandIn& hand_in : hand_ins) by_id[hand_in.student.id] = &hand_in.student;
  for (const Student& student : pile.missing) by_id[student.id] = &student;
  std::vector<const Student*> all;
  for (const auto& [id, student] : by_id) all.push_back(student);
  std::vector<Extension> extensions = read_extensions(file);
  std::ranges::move(find_students(extensions, all), std::back_inserter(pile.remarks));
  return extensions;
}

}  // namespace

Pile read_pile(const fs::path& submissions, const spec::Course& course, const PileOptions& options) {
  const std::unique_ptr<const Roster> roster =
      options.roster.empty() ? nullptr : std::make_unique<const Roster>(options.roster);
  const fs::path work = fs::absolute(options.work);
  HandIns hand_ins = read_hand_ins(submissions, work, course, options);
  take_commit_times(hand_ins.all, work);
  Pile pile;
  if (roster) {
    pile.missing = match_roster(*roster, hand_ins.all);
    pile.columns = roster->columns();
  }
  sort_by_student(hand_ins.all);
  const std::vector<Extension> extensions = extensions_of(options.extensions, hand_ins.all, pile);
  pile.attempts = number_attempts(hand_ins.all, extensions, options);
  std::ranges::move(hand_ins.remarks, std::back_inserter(pile.remarks));
  system::parallel_for(workers(), pile.attempts.size(), [&](std::size_t, std::size_t i) {
    const Found found = collect(hand_ins.all[i], work / pile.attempts[i].id, options.limits);
    choose_files(found, hand_ins.all[i], course, pile.attempts[i]);
  });
  if (pile.attempts.empty())
    pile.remarks.push_back(fmt::format("{} holds no submission", submissions.string()));
  return pile;
}

std::chrono::sys_seconds read_deadline(const std::string& text) {
  if (const auto time = read_time(text, Unsaid::last_second)) return *time;
  throw PileError(fmt::format(
      "{} is no point in time; write 2026-11-20 23:59, or with a zone 2026-11-20T23:59+01:00", text));
}

}  // namespace warpgrade::classes
