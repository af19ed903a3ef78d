// RESULTS/gradebook.csv, and the forms that learning platforms read: one line a student, points by exercise.
// docs/class.md says how to import each form, and where its platform describes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "classes/attempt_result.hpp"
#include "classes/roll.hpp"
#include "classes/submissions/csv.hpp"

namespace warpgrade::classes {

/// What counts for one student.
struct Grade {
  Student student = {};
  std::string attempt = {};  ///< its id; empty: none was handed in
  bool late = false;
  /// By exercise, in the order of the course; nothing: it could not be graded.
  std::vector<std::optional<double>> points = {};
  std::vector<double> most = {};        ///< by exercise
  double waiting = 0;                   ///< of them for times that no GPU has taken yet
  std::vector<HandEntry> by_hand = {};  ///< what an instructor decided, contained in the points
  Lateness lateness = {};               ///< its penalty too, but not in points by hand
  std::string unreadable = {};          ///< why nothing of it could be read, where that is no zero
  std::vector<std::string> remarks = {};
  std::vector<std::string> faults = {};
  std::optional<double> total() const;  ///< nothing: a part could not be graded
};

struct Gradebook {
  std::vector<std::string> exercises;
  std::vector<std::string> assignments = {};  ///< what Canvas calls them; empty: as above
  std::vector<Grade> grades;                  ///< by student's id
};

/// "Map (4711)" among the columns of Canvas' gradebook is the exercise map, by its name or title: with this
/// title its points go to the assignment that is there. Without such a column the exercise's name.
std::string assignment_of(const spec::Exercise& exercise, const std::vector<std::string>& columns);

/// Attempts are added in the order of the roll, only those that count: a student's newest, or all, of which
/// the best one stands in the book, and of equal ones the newest. Returns what stands there now. An entry
/// without an attempt is a student who handed in nothing.
const Grade& add_attempt(Gradebook& book, const Entry& entry, const AttemptResult& graded);
/// Points as books show them; `none`: in their place where there are none.
std::string points_figure(const std::optional<double>& points, const char* none = "");

/// nullptr: the book has no such student.
const Grade* find_grade(const Gradebook& book, const std::string& student);
/// The order of the book.
void sort_by_id(Gradebook& book);

/// gradebook.csv: id, name, mail, attempt, late, an exercise a column, total, out of, waiting, late days,
/// points by hand, remarks, faults.
std::string as_csv(const Gradebook& book, CsvForm form);

struct FilledForm {
  std::string file;  ///< its name in RESULTS
  std::string text;
};

/// Points by exercise. What could not be graded has no grade, nor has who handed in nothing: platforms have
/// rules of their own for missing work. A form that needs what nobody is known by is left out.
std::vector<FilledForm> filled_forms(const Gradebook& book);

}  // namespace warpgrade::classes
