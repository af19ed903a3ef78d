// RESULTS/gradebook.csv, and the forms that learning platforms read: one line a student, points by exercise.
// docs/class.md says how to import each form, and where its platform describes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "classes/attempt_result.hpp"
#include "classes/roll.hpp"

namespace warpgrade::classes {

/// What counts for one student.
struct Grade {
  Student student = {};
  std::string attempt = {};  ///< its id; empty: none was handed in
  bool late = false;
  /// By exercise, in the order of the course; nothing: it could not be graded.
  std::vector<std::optional<double>> points = {};
  std::vector<double> most = {};  ///< by exercise
  double waiting = 0;             ///< of them for times that no GPU has taken yet
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
/// the best one stands in the book, and of equal ones the newest. Returns what stands there now.
const Grade& add_attempt(Gradebook& book, const Entry& entry, const AttemptResult& graded);
/// Those who handed in nothing, and the order of the book. `most`: points by exercise.
void add_missing(Gradebook& book, const std::vector<Student>& missing, const std::vector<double>& most);

/// gradebook.csv: id, name, mail, attempt, late, an exercise a column, total, out of, waiting, remarks,
/// faults.
std::string as_csv(const Gradebook& book);

struct FilledForm {
  std::string file;  ///< its name in RESULTS
  std::string text;
};

/// Points by exercise. What could not be graded has no grade, nor has who handed in nothing: platforms have
/// rules of their own for missing work. A form that needs what nobody is known by is left out.
std::vector<FilledForm> filled_forms(const Gradebook& book);

}  // namespace warpgrade::classes
