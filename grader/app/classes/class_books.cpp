#include "app/classes/class_books.hpp"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "classes/attempt_result.hpp"
#include "classes/gradebook.hpp"
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

/// Points by exercise that a student could have.
std::vector<double> most_points(const spec::Course& course) {
  std::vector<double> most;
  for (const spec::Exercise& exercise : course.exercises) {
    double sum = exercise.quiz ? exercise.quiz->points : 0;
    for (const spec::Task& task : exercise.tasks) sum += judge::most_points(task);
    most.push_back(sum);
  }
  return most;
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
  std::cout << fmt::format("{} students, {} attempts, {} missing, {} late.\n", book.grades.size(),
                           begun.roll.entries.size(), begun.roll.missing.size(), late);
  if (waiting > 0) std::cout << fmt::format("{:g} points wait for times on a GPU.\n", waiting);
  std::cout << fmt::format("Gradebook: {}\n", as_typed(begun.results.path() / "gradebook.csv").string());
  if (at_fault == 0) return 0;
  std::cout << fmt::format(
      "{} students have parts that the grader could not grade. This is no fault of theirs: their points "
      "there are left "
      "empty. Mend what is named above, and give the same command again.\n",
      at_fault);
  return 2;
}

}  // namespace

int write_books(const BegunClass& begun, const spec::Course& course) {
  Gradebook book;
  for (const spec::Exercise& exercise : course.exercises) book.exercises.push_back(exercise.name);
  for (const Entry& entry : begun.roll.entries) {
    if (!entry.counts) continue;
    const classes::AttemptResult graded = classes::result_of(entry, course, begun.queue(kDefaultDevice),
                                                             begun.queue(timing_device()), begun.results);
    write_submission(begun, entry, graded);
    add_attempt(book, entry, graded);
  }
  add_missing(book, begun.roll.missing, most_points(course));
  system::write_file_atomically(begun.results.path() / "gradebook.csv", as_csv(book));
  print_remarks(begun);
  return print_summary(begun, book);
}

}  // namespace warpgrade::app
