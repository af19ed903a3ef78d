// RESULTS/books.json: what the gradebook says, and from what, so that the next run can tell whose points it
// changes and why. Written after the gradebook: who is stopped between the two finds the same changes again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classes/attempt_result.hpp"
#include "classes/gradebook.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"

namespace warpgrade::classes {

/// The points of one student for one exercise, and what decided them.
struct BookedExercise {
  std::optional<double> points = {};         ///< as the gradebook has them; none: it could not be graded
  std::map<std::string, double> tasks = {};  ///< before a penalty; without the quiz
  std::string files = {}, exercise = {};     ///< checksums of what was handed in, and of the exercise
  std::string by_hand = {};                  ///< what an instructor decided
  double waiting = 0, penalty_percent = 0;
};

/// Whose points changed. Without a task: those of the exercise change by more than its tasks do.
struct Change {
  std::string student = {}, exercise = {}, task = {};
  std::optional<double> from = {}, to = {};
  std::string why = {};
  double lost() const { return from.value_or(0) - to.value_or(0); }
};

struct Books {
  std::string when;  ///< these points are the gradebook's since then
  std::string grader;
  std::uint64_t seed = 0;
  std::map<std::string, std::map<std::string, BookedExercise>> students;  ///< by id and exercise
  std::vector<Change> changes;                                            ///< since the books before these
  std::string changes_since;                                              ///< when those were written
};

/// Nothing if there are none, or none that this grader can read.
std::optional<Books> read_books(const ResultsFolder& results);
void write_books_file(const ResultsFolder& results, const Books& books);

/// What a gradebook says, to be compared. `graded`: by the id of the attempt that stands in the book.
void book(Books& books, const Grade& grade, const Entry& entry, const AttemptResult& graded,
          const Roll& roll);

/// By student, then in the order of their exercises.
std::vector<Change> changes_between(const Books& before, const Books& now);

/// Copies what is a gradebook of `before` to older/, once, before it is written over. Returns the folder.
std::filesystem::path keep_older(const ResultsFolder& results, const Books& before);

/// changes.csv: student, exercise, task, from, to, why.
std::string as_csv(const std::vector<Change>& changes, CsvForm form);

}  // namespace warpgrade::classes
