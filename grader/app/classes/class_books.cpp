#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/classes/class_parts.hpp"
#include "app/selection.hpp"
#include "classes/attempt_result.hpp"
#include "classes/changes.hpp"
#include "classes/gradebook.hpp"
#include "classes/page/class_page.hpp"
#include "classes/page/student_page.hpp"
#include "classes/similarity.hpp"
#include "course/course.hpp"
#include "report/text.hpp"
#include "system/atomic_file.hpp"

namespace warpgrade::app {
namespace {

using classes::Entry;
using classes::Gradebook;
using nlohmann::json;
namespace fs = std::filesystem;

void write_submission(const BegunClass& begun, const Entry& entry, const classes::AttemptResult& graded) {
  json j = graded.result;
  j["attempt"] = entry.attempt.id;
  j["student"] = entry.attempt.student.id;
  if (!graded.faults.empty()) j["faults"] = graded.faults;
  if (!entry.attempt.remarks.empty()) j["remarks"] = entry.attempt.remarks;
  system::write_file_atomically(begun.results.submissions() / (entry.attempt.id + ".json"),
                                j.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

void write_student_page(const BegunClass& begun, const Entry& entry, const classes::AttemptResult& graded) {
  system::write_file_atomically(begun.results.students() / student_page_name(entry.attempt),
                                student_page(entry, graded, begun.results, begun.settings.course));
}

/// Those of attempts that count no longer.
void remove_old_pages(const BegunClass& begun) {
  std::set<std::string> names;
  for (const Entry& entry : begun.roll.entries)
    if (entry.counts) names.insert(student_page_name(entry.attempt));
  for (const auto& file : std::filesystem::directory_iterator(begun.results.students()))
    if (!names.contains(file.path().filename().string())) std::filesystem::remove(file);
}

/// The gradebook, and what platforms read.
std::vector<classes::Link> write_gradebooks(const BegunClass& begun, const Gradebook& book) {
  std::vector<classes::FilledForm> files{{"gradebook.csv", as_csv(book, csv_form(begun.settings))}};
  std::ranges::move(filled_forms(book), std::back_inserter(files));
  std::vector<classes::Link> links;
  for (const classes::FilledForm& form : files) {
    system::write_file_atomically(begun.results.path() / form.file, form.text);
    links.push_back({form.file, form.file});
  }
  return links;
}

std::vector<classes::Link> similar_files(const BegunClass& begun, const spec::Course& course) {
  std::vector<classes::Link> links;
  for (const std::string& exercise : compared_exercises(course, begun.results))
    links.push_back({"similarity/" + exercise + "/index.html", exercise});
  return links;
}

int print_summary(const BegunClass& begun, const Gradebook& book) {
  std::size_t at_fault = 0, late = 0;
  double waiting = 0;
  for (const classes::Grade& grade : book.grades) {
    late += grade.late;
    waiting += grade.waiting;
    if (grade.faults.empty()) continue;
    ++at_fault;
    for (const std::string& fault : grade.faults)
      std::cout << fmt::format("Could not be graded: {}, {}\n", grade.student.id, fault);
  }
  std::cout << fmt::format("{}, {}", report::counted(book.grades.size(), "student"),
                           report::counted(begun.roll.entries.size(), "attempt"));
  if (!begun.roll.missing.empty()) std::cout << fmt::format(", {} without one", begun.roll.missing.size());
  if (late > 0) std::cout << fmt::format(", {} late", late);
  std::cout << ".\n";
  if (waiting > 0) std::cout << fmt::format("{:g} points wait for times on a GPU.\n", waiting);
  std::cout << fmt::format("Gradebook: {}\n", as_typed(begun.results.path() / "gradebook.csv").string());
  std::cout << fmt::format("Class page: {}\n", as_typed(begun.results.path() / "index.html").string());
  if (at_fault == 0) return 0;
  std::cout << fmt::format(
      "{} with parts that the grader could not grade. This is no fault of theirs: their points "
      "there "
      "are left empty. Mend what is named above, and give the same command again.\n",
      report::counted(at_fault, "student"));
  return 2;
}

/// Everything that a class is told by, from one attempt after the other.
struct Gathered {
  Gradebook book;
  classes::Overview overview;
  classes::Books books;
};

/// An attempt's result by the rules of the course, with what was decided by hand.
classes::AttemptResult result_with_rules(const BegunClass& begun, const spec::Course& course,
                                         const Entry& entry, const BookRules& rules) {
  classes::AttemptResult graded =
      result_of(entry, course, begun.queue(kDefaultDevice), begun.queue(timing_device()), begun.results);
  const std::string& student = entry.attempt.student.id;
  const auto used = rules.used_before.find(student);
  graded.lateness =
      lateness_of(entry.attempt, begun.rules, used == rules.used_before.end() ? 0 : used->second);
  graded.no_grade =
      !entry.attempt.unreadable.empty() && entry.pieces.empty() && !begun.rules.unreadable_is_zero;
  classes::apply(rules.by_hand.that_count(student), graded);
  return graded;
}

/// A student's best attempt, or the newest where only that counts.
void add_counting(Gathered& all, const BegunClass& begun, const spec::Course& course, const Entry& entry,
                  const classes::AttemptResult& graded) {
  add_attempt(all.overview, entry, graded,
              untouched_exercises(entry, course, begun.results, begun.settings.course / "student"));
  classes::book(all.books, *find_grade(all.book, entry.attempt.student.id), entry, graded, begun.roll);
}

Gathered gather(const BegunClass& begun, const spec::Course& course, const BookRules& rules,
                const std::function<void(const Entry&, const classes::AttemptResult&)>& seen) {
  Gathered all;
  for (const spec::Exercise& exercise : course.exercises) {
    all.book.exercises.push_back(exercise.name);
    all.book.assignments.push_back(classes::assignment_of(exercise, begun.roll.columns));
  }
  all.overview = classes::empty_overview(course);
  all.books.grader = begun.roll.keys.grader;
  all.books.seed = begun.roll.keys.seed;
  std::optional<std::pair<Entry, classes::AttemptResult>> best;  // of the student whose attempts are read
  const auto take_best = [&] {
    if (best) add_counting(all, begun, course, best->first, best->second);
    best.reset();
  };
  for (const Entry& entry : begun.roll.entries) {
    if (!entry.counts) continue;
    classes::AttemptResult graded = result_with_rules(begun, course, entry, rules);
    seen(entry, graded);
    if (best && best->first.attempt.student.id != entry.attempt.student.id) take_best();
    if (add_attempt(all.book, entry, graded).attempt == entry.attempt.id)
      best.emplace(entry, std::move(graded));
  }
  take_best();
  for (const classes::Student& student : begun.roll.missing) {
    Entry entry;
    entry.attempt.student = student;
    const classes::AttemptResult graded = result_with_rules(begun, course, entry, rules);
    classes::book(all.books, add_attempt(all.book, entry, graded), entry, graded, begun.roll);
  }
  sort_by_id(all.book);
  return all;
}

/// Fit for a folder's name, and another one each time.
std::string now() {
  const auto time = std::chrono::system_clock::now();
  return fmt::format("{:%F_%H-%M-%S}.{:03}", fmt::localtime(std::chrono::system_clock::to_time_t(time)),
                     time.time_since_epoch() / std::chrono::milliseconds(1) % 1000);
}

/// What a changed exercise takes from students is said before the gradebook is written over.
void say_changes(const classes::Books& books, const fs::path& older) {
  std::cout << fmt::format("Points changed since the books of {}, which {} keeps:\n", books.changes_since,
                           as_typed(older).string());
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, books.changes.size()); ++i) {
    const classes::Change& change = books.changes[i];
    std::cout << fmt::format("  {}, {}{}: {} -> {} ({})\n", change.student, change.exercise,
                             change.task.empty() ? "" : "/" + change.task,
                             classes::points_figure(change.from, "none"),
                             classes::points_figure(change.to, "none"), change.why);
  }
  if (books.changes.size() > most)
    std::cout << fmt::format("  and {} more: see changes.csv\n", books.changes.size() - most);
  std::set<std::string> losers;
  for (const classes::Change& change : books.changes)
    if (change.lost() > 0 && change.why.find("the exercise was changed") != std::string::npos)
      losers.insert(change.student);
  if (!losers.empty())
    std::cout << fmt::format("A changed exercise takes points from {} of them: {}.\n", losers.size(),
                             fmt::join(losers, ", "));
}

/// Compares with the books before, keeps these where points change, and fills in what is told of it.
void note_changes(const BegunClass& begun, classes::Books& books) {
  books.when = now();
  const auto before = read_books(begun.results);
  if (!before) return;
  books.changes = changes_between(*before, books);
  books.changes_since = before->when;
  if (books.changes.empty()) {
    books.when = before->when;
    books.changes = before->changes;
    books.changes_since = before->changes_since;
    return;
  }
  say_changes(books, keep_older(begun.results, *before));
}

}  // namespace

void print_remarks(const BegunClass& begun) {
  for (const std::string& remark : begun.roll.remarks) std::cout << "Note: " << remark << '\n';
  for (const Entry& entry : begun.roll.entries) {
    for (const std::string& remark : entry.attempt.remarks)
      std::cout << fmt::format("Note: {}: {}\n", entry.attempt.id, remark);
    if (!entry.attempt.unreadable.empty())
      std::cout << fmt::format("Not readable: {}: {}\n", entry.attempt.id, entry.attempt.unreadable);
  }
}

classes::CsvForm csv_form(const classes::Settings& settings) {
  return settings.csv == "semicolon" ? classes::CsvForm::semicolon : classes::CsvForm::comma;
}

BookRules::BookRules(const BegunClass& begun)
    : by_hand(begun.results), used_before(classes::late_days_used(begun.settings.earlier)) {}

int write_books(const BegunClass& begun, const spec::Course& course,
                const std::vector<classes::Piece>& references) {
  const BookRules rules(begun);
  remove_old_pages(begun);
  Gathered all = gather(begun, course, rules, [&](const Entry& entry, const classes::AttemptResult& graded) {
    write_submission(begun, entry, graded);
    write_student_page(begun, entry, graded);
  });
  const classes::Queue graded_here = begun.queue(kDefaultDevice);
  for (const classes::Piece& reference : references)
    if (graded_here.is_done(reference.key)) add_reference(all.overview, graded_here.result(reference.key));
  note_changes(begun, all.books);
  if (!all.books.changes.empty())
    system::write_file_atomically(begun.results.path() / "changes.csv",
                                  as_csv(all.books.changes, csv_form(begun.settings)));
  const std::vector<classes::Link> gradebooks = write_gradebooks(begun, all.book);
  system::write_file_atomically(
      begun.results.path() / "index.html",
      classes::class_page({begun.roll, all.book, all.overview, gradebooks, similar_files(begun, course),
                           rules.by_hand.open_questions(), all.books.changes, all.books.changes_since}));
  write_books_file(begun.results, all.books);
  return print_summary(begun, all.book);
}

spec::Course course_of(const BegunClass& begun) {
  return selected_part(load_course(find_installation(begun.settings.course)), begun.settings.exercises);
}

std::vector<classes::Piece> references_of(const BegunClass& begun, const spec::Course& course) {
  return reference_pieces(begun.roll, course, begun.roll.keys,
                          find_installation(begun.settings.course).reference());
}

namespace {

/// Do results and course belong together? Not while a class is being graded, nor after its exercises were
/// changed: then books of now would take points from everybody. What came over SSH was graded by the course
/// of its day.
bool is_up_to_date(const BegunClass& begun, const spec::Course& course) {
  if (begun.settings.comes_in()) return true;
  const std::vector<classes::Piece> pieces = begun.roll.pieces();
  const classes::Standing standing = standing_of(begun.results, begun.queue(kDefaultDevice), pieces);
  return standing.done + standing.given_up.size() == pieces.size() &&
         key_base(find_installation(begun.settings.course), course, begun.roll.keys.seed).exercises ==
             begun.roll.keys.exercises;
}

}  // namespace

int write_books(const BegunClass& begun) {
  const spec::Course course = course_of(begun);
  if (!is_up_to_date(begun, course)) {
    std::cout << fmt::format(
        "The books stay as they are until the class is graded again, since not all of it is graded by the "
        "exercises as "
        "they are now:\n  {}\n",
        begun.settings.command);
    return 0;
  }
  return write_books(begun, course, references_of(begun, course));
}

classes::Overview class_overview(const BegunClass& begun, const spec::Course& course) {
  return gather(begun, course, BookRules(begun), [](const Entry&, const classes::AttemptResult&) {}).overview;
}

}  // namespace warpgrade::app
