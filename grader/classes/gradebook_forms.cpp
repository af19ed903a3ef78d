#include "classes/gradebook_forms.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "classes/csv.hpp"

namespace warpgrade::classes {
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
       .points_row = "Points Possible"},
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
  for (std::size_t i = 0; i < book.exercises.size(); ++i)
    cells.push_back(fmt::format(fmt::runtime(form.exercise), book.exercises[i], book.grades.front().most[i]));
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
