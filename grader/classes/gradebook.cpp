#include "classes/gradebook.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/submissions/csv.hpp"
#include "classes/submissions/names.hpp"

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
    if (exercise.quiz && !exercise.quiz->problem.empty())
      grade.remarks.push_back(
          fmt::format("{} can't be read", std::filesystem::path(exercise.quiz->file).filename().string()));
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

std::string assignment_of(const spec::Exercise& exercise, const std::vector<std::string>& columns) {
  for (const std::string& column : columns) {
    const std::size_t number = column.rfind(" (");
    if (number == column.npos || number + 4 > column.size()) continue;
    if (column.find_first_not_of("0123456789", number + 2) != column.size() - 1) continue;
    const std::string title = squashed(column.substr(0, number));
    if (title == squashed(exercise.name) || title == squashed(exercise.title)) return column;
  }
  return exercise.name;
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

namespace {

/// A column that says who a student is.
struct Who {
  const char* title;
  std::string (*cell)(const Student&);
};

enum class Points { by_exercise, all_in_one };

struct Form {
  const char* file;
  std::vector<Who> who;
  Points points = Points::by_exercise;
  const char* exercise = "{}";       ///< title of an exercise's column: its name and its points
  const char* points_row = nullptr;  ///< begins a row with the points that an exercise has at most
  bool names_assignments = false;    ///< a column goes to the assignment of its title
  const char* no_grade = "";
  Quotes quotes = Quotes::where_needed;
  bool (*is_in)(const Student&) = [](const Student&) { return true; };
};

std::string name_of(const Student& student) { return student.name.empty() ? student.id : student.name; }
std::string login_of(const Student& student) { return student.login.empty() ? student.id : student.login; }

/// An id that is known to be something else is no number.
std::string number_of(const Student& student) {
  if (!student.number.empty()) return student.number;
  const std::string* others[] = {&student.login, &student.mail, &student.name, &student.canvas_id,
                                 &student.moodle_id};
  const bool is_other =
      std::ranges::any_of(others, [&](const std::string* other) { return *other == student.id; });
  return is_other ? "" : student.id;
}

const std::vector<Form>& forms() {
  static const std::vector<Form> kForms = {
      // lib/gradebook_importer.rb: columns in this order. Found by ID, SIS User ID, SIS Login ID, or name.
      {.file = "gradebook_canvas.csv",
       .who = {{"Student", name_of},
               {"ID", [](const Student& student) { return student.canvas_id; }},
               {"SIS User ID", number_of},
               {"SIS Login ID", [](const Student& student) { return student.login; }},
               {"Section", [](const Student& student) { return student.section; }}},
       .points_row = "Points Possible",
       .names_assignments = true},
      // grade/import/csv: any order. Of a grade that is new an empty cell would be a grade too, and - is
      // none.
      {.file = "gradebook_moodle.csv",
       .who = {{"Full name", name_of},
               {"ID number", number_of},
               {"Email address", [](const Student& student) { return student.mail; }},
               {"Username", [](const Student& student) { return student.login; }}},
       .no_grade = "-"},
      // mod/assign/feedback/offline: one assignment, whose numbers its downloads and its worksheet name.
      {.file = "gradebook_moodle_worksheet.csv",
       .who = {{"Identifier", [](const Student& student) { return "Participant " + student.moodle_id; }},
               {"Full name", name_of},
               {"Email address", [](const Student& student) { return student.mail; }},
               {"Last modified (grade)", [](const Student&) { return std::string("-"); }}},
       .points = Points::all_in_one,
       .is_in = [](const Student& student) { return !student.moodle_id.empty(); }},
      // Work offline: a column that is not of Blackboard's own becomes a column of the gradebook.
      {.file = "gradebook_blackboard.csv",
       .who = {{"Username", login_of}, {"Student ID", [](const Student& student) { return student.number; }}},
       .exercise = "{} [Total Pts: {:g} Score]",
       .quotes = Quotes::always},
  };
  return kForms;
}

std::string points_cell(const Form& form, const Grade& grade, const std::optional<double>& points) {
  return grade.attempt.empty() || !points ? form.no_grade : fmt::format("{:g}", *points);
}

std::vector<std::string> head(const Form& form, const Gradebook& book) {
  std::vector<std::string> cells;
  for (const Who& column : form.who) cells.emplace_back(column.title);
  if (form.points == Points::all_in_one) {
    cells.insert(cells.end(), {"Grade", "Maximum Grade"});
    return cells;
  }
  const bool by_assignment = form.names_assignments && !book.assignments.empty();
  const std::vector<std::string>& titles = by_assignment ? book.assignments : book.exercises;
  for (std::size_t i = 0; i < titles.size(); ++i)
    cells.push_back(fmt::format(fmt::runtime(form.exercise), titles[i], book.grades.front().most[i]));
  return cells;
}

std::vector<std::string> points_row(const Form& form, const std::vector<double>& most) {
  std::vector<std::string> cells(form.who.size());
  cells.front() = form.points_row;
  for (const double points : most) cells.push_back(fmt::format("{:g}", points));
  return cells;
}

std::vector<std::string> row(const Form& form, const Grade& grade) {
  std::vector<std::string> cells;
  for (const Who& column : form.who) cells.push_back(column.cell(grade.student));
  if (form.points == Points::all_in_one) {
    double most = 0;
    for (const double points : grade.most) most += points;
    cells.push_back(points_cell(form, grade, grade.total()));
    cells.push_back(fmt::format("{:g}", most));
    return cells;
  }
  for (const auto& points : grade.points) cells.push_back(points_cell(form, grade, points));
  return cells;
}

}  // namespace

std::vector<FilledForm> filled_forms(const Gradebook& book) {
  std::vector<FilledForm> filled;
  for (const Form& form : forms()) {
    const auto is_in = [&](const Grade& grade) { return form.is_in(grade.student); };
    if (std::ranges::none_of(book.grades, is_in)) continue;
    std::string text = csv_line(head(form, book), form.quotes);
    if (form.points_row != nullptr) text += csv_line(points_row(form, book.grades.front().most), form.quotes);
    for (const Grade& grade : book.grades)
      if (is_in(grade)) text += csv_line(row(form, grade), form.quotes);
    filled.push_back({form.file, text});
  }
  return filled;
}

}  // namespace warpgrade::classes
