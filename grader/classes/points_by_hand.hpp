// RESULTS/points_by_hand.csv: what an instructor decides about somebody's points, and what students say about
// theirs. A line for each word, in order of time; no line is ever taken out, so the file is also the record.
// It lies apart from what gradings write: no run changes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "classes/results_folder.hpp"
#include "classes/submissions/csv.hpp"

namespace warpgrade::classes {

struct HandEntry {
  std::string student = {};              ///< id
  std::string exercise = {}, task = {};  ///< no task: the exercise as a whole
  std::optional<double> points = {};     ///< none: those that the grader gives
  std::string why = {};                  ///< the instructor's words; empty: nobody has decided
  std::string note = {};                 ///< the student's words: a question until somebody decides
  std::string who = {}, when = {};       ///< who wrote it down, and when
  bool is_decision() const { return !why.empty(); }
  /// "scan/blelloch", or "scan"
  std::string what() const { return task.empty() ? exercise : exercise + "/" + task; }
};

class PointsByHand {
 public:
  /// Those of a class; none if there is no file. Throws PileError with file and line.
  explicit PointsByHand(const ResultsFolder& results);
  explicit PointsByHand(std::vector<HandEntry> entries) : entries_(std::move(entries)) {}

  const std::vector<HandEntry>& entries() const { return entries_; }
  /// Of a student: the last decision about an exercise, and about each of its tasks, where it gives points.
  std::vector<HandEntry> that_count(const std::string& student) const;
  /// Questions that nobody has decided yet, the oldest first.
  std::vector<HandEntry> open_questions() const;
  /// Why an entry can't be added; empty if it can.
  std::string why_not(const HandEntry& entry) const;

 private:
  std::vector<HandEntry> entries_;
};

/// A number from 0 on; else nothing.
std::optional<double> read_points(const std::string& text);

/// "scan" or "scan/blelloch"
void name_subject(HandEntry& entry, const std::string& words);

/// Rows of a table with the columns student, exercise (which may be EXERCISE/TASK), task, points, why and
/// note; each with its line. Throws PileError.
struct HandRow {
  int line = 0;
  HandEntry entry = {};
  bool clears = false;  ///< the cell of points says so
};
std::vector<HandRow> read_hand_rows(const Table& table);

/// Adds entries, all or none, as the account of this process and at this moment. Throws std::runtime_error.
void add_points_by_hand(const ResultsFolder& results, std::vector<HandEntry> entries);

}  // namespace warpgrade::classes
