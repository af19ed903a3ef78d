#include "classes/gradebook.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/csv.hpp"

namespace warpgrade::classes {
namespace {

std::string figure(const std::optional<double>& points) { return points ? fmt::format("{:g}", *points) : ""; }

double sum(const std::vector<double>& values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

void add_points(Grade& grade, const AttemptResult& graded) {
  for (const ExerciseResult& exercise : graded.result.exercises) {
    const bool is_graded = std::ranges::count(graded.exercises_at_fault, exercise.name) == 0 &&
                           std::ranges::count(graded.waiting, exercise.name) == 0;
    grade.points.push_back(is_graded ? std::optional(exercise.score()) : std::nullopt);
    grade.most.push_back(exercise.max_score());
  }
  grade.waiting = graded.result.waiting_points();
  grade.faults = graded.faults;
  for (const std::string& exercise : graded.waiting) grade.faults.push_back(exercise + ": not graded yet");
}

Grade grade_of(const Entry& entry, const AttemptResult& graded) {
  Grade grade{.student = entry.attempt.student, .attempt = entry.attempt.id, .late = entry.attempt.late};
  grade.remarks = entry.attempt.remarks;
  if (!entry.attempt.unreadable.empty()) grade.remarks.push_back(entry.attempt.unreadable);
  if (!grade.student.in_roster) grade.remarks.emplace_back("not in the roster");
  add_points(grade, graded);
  return grade;
}

Grade grade_of_missing(const Student& student, const std::vector<double>& most) {
  Grade grade{.student = student};
  grade.points.assign(most.size(), 0.0);
  grade.most = most;
  grade.remarks = {"nothing was handed in"};
  return grade;
}

/// With those that wait, which the grade will have when its times are taken, or most of them.
double known_points(const Grade& grade) {
  double known = grade.waiting;
  for (const std::optional<double>& points : grade.points) known += points.value_or(0);
  return known;
}

}  // namespace

std::optional<double> Grade::total() const {
  double all = 0;
  for (const std::optional<double>& one : points) {
    if (!one) return std::nullopt;
    all += *one;
  }
  return all;
}

const Grade& add_attempt(Gradebook& book, const Entry& entry, const AttemptResult& graded) {
  Grade grade = grade_of(entry, graded);
  const auto before = std::ranges::find(
      book.grades, grade.student.id, [](const Grade& other) -> const auto& { return other.student.id; });
  if (before == book.grades.end()) {
    return book.grades.emplace_back(std::move(grade));
  }
  // What could not be graded may have been the best: the book says so, whichever attempt stands in it.
  std::vector<std::string> faults = before->faults;
  std::ranges::copy(grade.faults, std::back_inserter(faults));
  if (known_points(grade) >= known_points(*before)) *before = std::move(grade);
  before->faults = std::move(faults);
  return *before;
}

void add_missing(Gradebook& book, const std::vector<Student>& missing, const std::vector<double>& most) {
  for (const Student& student : missing) book.grades.push_back(grade_of_missing(student, most));
  std::ranges::sort(book.grades, {}, [](const Grade& grade) { return grade.student.id; });
}

std::string as_csv(const Gradebook& book) {
  std::vector<std::string> head{"id", "name", "mail", "attempt", "late"};
  head.insert(head.end(), book.exercises.begin(), book.exercises.end());
  for (const char* column : {"total", "out of", "waiting for a GPU", "remarks", "could not be graded"})
    head.emplace_back(column);
  std::string text = csv_line(head);
  for (const Grade& grade : book.grades) {
    std::vector<std::string> line{grade.student.id, grade.student.name, grade.student.mail, grade.attempt,
                                  grade.late ? "late" : ""};
    for (const auto& points : grade.points) line.push_back(figure(points));
    line.push_back(figure(grade.total()));
    line.push_back(figure(sum(grade.most)));
    line.push_back(figure(grade.waiting));
    line.push_back(fmt::format("{}", fmt::join(grade.remarks, "; ")));
    line.push_back(fmt::format("{}", fmt::join(grade.faults, "; ")));
    text += csv_line(line);
  }
  return text;
}

}  // namespace warpgrade::classes
