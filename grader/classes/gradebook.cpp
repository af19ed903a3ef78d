#include "classes/gradebook.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "classes/submissions/names.hpp"
#include "report/style.hpp"

namespace warpgrade::classes {

namespace {

double sum(const std::vector<double>& values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

bool is_decided(const std::vector<HandEntry>& by_hand, const std::string& exercise) {
  return std::ranges::count(by_hand, exercise, &HandEntry::exercise) > 0;
}

/// "scan: compile error", "map: was not handed in": why there are no points; empty where there are.
std::string why_no_points(const ExerciseResult& exercise, const Entry& entry) {
  if (exercise.score() > 0 || exercise.max_score() == 0) return "";
  if (std::ranges::count(entry.pieces, exercise.name, &Piece::exercise) == 0)
    return exercise.name + ": was not handed in";
  // A broken kernel of the stub fails before anybody has begun.
  const bool has_begun = std::ranges::any_of(exercise.tasks, [](const TaskResult& task) {
    return !task.is_repair && task.verdict != Verdict::not_started;
  });
  std::vector<std::string> words;
  for (const TaskResult& task : exercise.tasks) {
    const Verdict verdict = has_begun ? task.verdict : Verdict::not_started;
    if (is_students_fault(verdict) && std::ranges::count(words, report::in_words(verdict)) == 0)
      words.push_back(report::in_words(verdict));
  }
  return words.empty() ? "" : fmt::format("{}: {}", exercise.name, fmt::join(words, ", "));
}

void add_points(Grade& grade, const Entry& entry, const AttemptResult& graded) {
  for (const ExerciseResult& exercise : graded.result.exercises) {
    const bool is_decided_by_hand = is_decided(graded.by_hand, exercise.name);
    const bool is_known = graded.is_graded(exercise.name) && (!graded.no_grade || is_decided_by_hand);
    const bool has_points = exercise.points_by_hand.has_value() || is_known;
    grade.points.push_back(has_points ? std::optional(graded.points_that_count(exercise)) : std::nullopt);
    grade.most.push_back(exercise.max_score());
    if (has_points && *grade.points.back() > grade.most.back())
      grade.remarks.push_back(fmt::format("{}: by hand more than the {:g} points that there are now",
                                          exercise.name, grade.most.back()));
    if (has_points && !is_decided_by_hand && !entry.attempt.id.empty() && entry.attempt.unreadable.empty())
      if (std::string why = why_no_points(exercise, entry); !why.empty())
        grade.remarks.push_back(std::move(why));
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
  grade.by_hand = graded.by_hand;
  grade.lateness = graded.lateness;
  grade.remarks = entry.attempt.remarks;
  if (!entry.attempt.unreadable.empty()) grade.remarks.push_back(entry.attempt.unreadable);
  if (graded.no_grade) grade.unreadable = entry.attempt.unreadable;
  if (!grade.student.in_roster) grade.remarks.emplace_back("not in the roster");
  if (grade.attempt.empty()) grade.remarks.emplace_back("nothing was handed in");
  add_points(grade, entry, graded);
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

std::string points_figure(const std::optional<double>& points, const char* none) {
  return points ? fmt::format("{:g}", *points) : none;
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
  const Grade* known = find_grade(book, grade.student.id);
  if (known == nullptr) return book.grades.emplace_back(std::move(grade));
  Grade* before = &book.grades[std::size_t(known - book.grades.data())];
  // What could not be graded may have been the best: the book says so, whichever attempt stands in it.
  std::vector<std::string> faults = before->faults;
  std::ranges::copy(grade.faults, std::back_inserter(faults));
  if (known_points(grade) >= known_points(*before)) *before = std::move(grade);
  before->faults = std::move(faults);
  return *before;
}

const Grade* find_grade(const Gradebook& book, const std::string& student) {
  const auto found = std::ranges::find(
      book.grades, student, [](const Grade& grade) -> const auto& { return grade.student.id; });
  return found == book.grades.end() ? nullptr : &*found;
}

void sort_by_id(Gradebook& book) {
  std::ranges::sort(book.grades, {}, [](const Grade& grade) { return grade.student.id; });
}

namespace {

std::string late_words(const Grade& grade) {
  const std::string words = in_words(grade.lateness);
  return !grade.late || !words.empty() ? words : "late";
}

std::string by_hand_words(const Grade& grade) {
  std::string text;
  for (const HandEntry& one : grade.by_hand)
    text += fmt::format("{}{} {:g}: {}", text.empty() ? "" : "; ", one.what(), *one.points, one.why);
  return text;
}

}  // namespace

std::string as_csv(const Gradebook& book, CsvForm form) {
  std::vector<std::vector<std::string>> rows{{"id", "name", "mail", "attempt", "late"}};
  rows.front().insert(rows.front().end(), book.exercises.begin(), book.exercises.end());
  for (const char* column : {"total", "out of", "waiting for a GPU", kLateDaysColumn, "penalty %", "by hand",
                             "remarks", "could not be graded"})
    rows.front().emplace_back(column);
  for (const Grade& grade : book.grades) {
    std::vector<std::string>& line = rows.emplace_back();
    line = {grade.student.id, grade.student.name, grade.student.mail, grade.attempt, late_words(grade)};
    for (const auto& points : grade.points) line.push_back(points_figure(points));
    line.push_back(points_figure(grade.total()));
    line.push_back(points_figure(sum(grade.most)));
    line.push_back(points_figure(grade.waiting));
    line.push_back(fmt::format("{}", grade.lateness.days_used));
    line.push_back(points_figure(grade.lateness.penalty_percent));
    line.push_back(by_hand_words(grade));
    line.push_back(fmt::format("{}", fmt::join(grade.remarks, "; ")));
    line.push_back(fmt::format("{}", fmt::join(grade.faults, "; ")));
  }
  return csv_text(rows, form);
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

/// Platforms have rules of their own for who handed in nothing, but not where an instructor has decided.
std::string points_cell(const Form& form, const Grade& grade, const std::optional<double>& points,
                        bool is_decided) {
  const bool is_grade = points && (is_decided || !grade.attempt.empty());
  return is_grade ? fmt::format("{:g}", *points) : form.no_grade;
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

std::vector<std::string> row(const Form& form, const Gradebook& book, const Grade& grade) {
  std::vector<std::string> cells;
  for (const Who& column : form.who) cells.push_back(column.cell(grade.student));
  if (form.points == Points::all_in_one) {
    double most = 0;
    for (const double points : grade.most) most += points;
    cells.push_back(points_cell(form, grade, grade.total(), !grade.by_hand.empty()));
    cells.push_back(fmt::format("{:g}", most));
    return cells;
  }
  for (std::size_t i = 0; i < grade.points.size(); ++i)
    cells.push_back(points_cell(form, grade, grade.points[i], is_decided(grade.by_hand, book.exercises[i])));
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
      if (is_in(grade)) text += csv_line(row(form, book, grade), form.quotes);
    filled.push_back({form.file, text});
  }
  return filled;
}

}  // namespace warpgrade::classes
