#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/classes/class_parts.hpp"
#include "classes/attempt_result.hpp"
#include "classes/gradebook.hpp"
#include "classes/page/class_page.hpp"
#include "classes/page/student_page.hpp"
#include "classes/similarity.hpp"
#include "course/course.hpp"
#include "judge/scoring.hpp"
#include "system/atomic_file.hpp"

namespace warpgrade::app {
namespace {

using classes::Entry;
using classes::Gradebook;
using nlohmann::json;

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

/// Points by exercise that a student could have.
std::vector<double> most_points(const spec::Course& course) {
  std::vector<double> most;
  for (const spec::Exercise& exercise : course.exercises) {
    double sum = exercise.quiz ? exercise.quiz->most_points() : 0;
    for (const spec::Task& task : exercise.tasks) sum += judge::most_points(task);
    most.push_back(sum);
  }
  return most;
}

/// The gradebook, and what platforms read.
std::vector<classes::Link> write_gradebooks(const BegunClass& begun, const Gradebook& book) {
  std::vector<classes::FilledForm> files{{"gradebook.csv", as_csv(book)}};
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

void print_remarks(const BegunClass& begun) {
  for (const std::string& remark : begun.roll.remarks) std::cout << "Note: " << remark << '\n';
  for (const Entry& entry : begun.roll.entries) {
    for (const std::string& remark : entry.attempt.remarks)
      std::cout << fmt::format("Note: {}: {}\n", entry.attempt.id, remark);
    if (!entry.attempt.unreadable.empty())
      std::cout << fmt::format("Not readable: {}: {}\n", entry.attempt.id, entry.attempt.unreadable);
  }
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
  std::cout << fmt::format("{} students, {} attempts", book.grades.size(), begun.roll.entries.size());
  if (!begun.roll.missing.empty()) std::cout << fmt::format(", {} without one", begun.roll.missing.size());
  if (late > 0) std::cout << fmt::format(", {} late", late);
  std::cout << ".\n";
  if (waiting > 0) std::cout << fmt::format("{:g} points wait for times on a GPU.\n", waiting);
  std::cout << fmt::format("Gradebook: {}\n", as_typed(begun.results.path() / "gradebook.csv").string());
  std::cout << fmt::format("Class page: {}\n", as_typed(begun.results.path() / "index.html").string());
  if (at_fault == 0) return 0;
  std::cout << fmt::format(
      "{} students have parts that the grader could not grade. This is no fault of theirs: their points "
      "there "
      "are left empty. Mend what is named above, and give the same command again.\n",
      at_fault);
  return 2;
}

}  // namespace

int write_books(const BegunClass& begun, const spec::Course& course,
                const std::vector<classes::Piece>& references) {
  Gradebook book;
  for (const spec::Exercise& exercise : course.exercises) {
    book.exercises.push_back(exercise.name);
    book.assignments.push_back(classes::assignment_of(exercise, begun.roll.columns));
  }
  classes::Overview overview = classes::empty_overview(course);
  const classes::Queue graded_here = begun.queue(kDefaultDevice);
  for (const classes::Piece& reference : references)
    if (graded_here.is_done(reference.key)) add_reference(overview, graded_here.result(reference.key));
  std::optional<std::pair<Entry, classes::AttemptResult>> best;  // of the student whose attempts are read
  const auto take_best = [&] {
    if (best)
      add_attempt(overview, best->first, best->second,
                  untouched_exercises(best->first, course, begun.results, begun.settings.course / "student"));
    best.reset();
  };
  remove_old_pages(begun);
  for (const Entry& entry : begun.roll.entries) {
    if (!entry.counts) continue;
    classes::AttemptResult graded = classes::result_of(entry, course, begun.queue(kDefaultDevice),
                                                       begun.queue(timing_device()), begun.results);
    write_submission(begun, entry, graded);
    write_student_page(begun, entry, graded);
    if (best && best->first.attempt.student.id != entry.attempt.student.id) take_best();
    if (add_attempt(book, entry, graded).attempt == entry.attempt.id) best.emplace(entry, std::move(graded));
  }
  take_best();
  add_missing(book, begun.roll.missing, most_points(course));
  const std::vector<classes::Link> gradebooks = write_gradebooks(begun, book);
  system::write_file_atomically(
      begun.results.path() / "index.html",
      classes::class_page({begun.roll, book, overview, gradebooks, similar_files(begun, course)}));
  print_remarks(begun);
  return print_summary(begun, book);
}

}  // namespace warpgrade::app
