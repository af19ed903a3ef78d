// What the page of a class shows, gathered from one attempt after the other: all results of a large class
// would not fit into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "classes/attempt_result.hpp"
#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "model/result.hpp"

namespace warpgrade::classes {

/// What one student has of one task, or of a quiz that has points.
struct Cell {
  Verdict verdict = Verdict::not_run;
  double score = 0;
  bool is_graded = true;     ///< false: the grader is at fault, or it was not graded yet
  std::string section = {};  ///< of the student's page, which says what is wrong; may be empty
  bool by_hand = false;      ///< an instructor gave the score
};

/// A column of cells: a task, or the quiz of an exercise.
struct Column {
  std::string name, title;
  double most = 0;
  bool is_quiz = false;
};

struct ExerciseColumns {
  std::string name, title;
  std::vector<Column> columns;
};

struct CaseCount {
  std::size_t tried = 0, failed = 0;  ///< students; whoever has not started has not tried
  bool hidden = false;
};

/// The same mistake: the same kind of finding in the same task, and what it says without its numbers, so that
/// it names the array and how the line accesses it.
struct Mistake {
  std::string where;  ///< a task, or an exercise of which no task builds
  std::string kind, says;
  auto operator<=>(const Mistake&) const = default;
};

/// A part of the page of an attempt.
struct PagePart {
  std::string attempt, section;
};

/// One figure of a task that is right: a time or a cost, at one size.
struct Measure {
  std::string exercise, task, name;
  std::string detail;  ///< its unit, or its bound
  std::uint64_t n = 0;
  auto operator<=>(const Measure&) const = default;
};

/// The work of one task: equal where two submissions were counted alike.
struct CountedWork {
  std::string exercise, task;
  std::string shape;   ///< a checksum of what stays the same with other sizes of blocks
  std::string counts;  ///< a checksum of all counts
  auto operator<=>(const CountedWork&) const = default;
};

struct Overview {
  std::vector<ExerciseColumns> exercises;          ///< in the order of the course
  std::map<std::string, std::vector<Cell>> cells;  ///< by attempt; as many as there are columns
  std::map<std::tuple<std::string, std::string, std::string>, CaseCount> cases;  ///< exercise, task, case
  std::map<Mistake, std::vector<PagePart>> mistakes;
  std::map<Measure, std::vector<double>> times, costs;
  std::map<CountedWork, std::vector<PagePart>> work;  ///< of right work only
  std::set<CountedWork> reference_work;
};

/// The columns of a course, and nobody in them.
Overview empty_overview(const spec::Course& course);

/// The exercises of which the stub was handed in as it was. Its broken kernels, which are to be repaired, are
/// not started, although they fail.
std::set<std::string> untouched_exercises(const Entry& entry, const spec::Course& course,
                                          const ResultsFolder& results, const std::filesystem::path& stubs);

void add_attempt(Overview& overview, const Entry& entry, const AttemptResult& graded,
                 const std::set<std::string>& untouched);

/// `reference`: of an exercise, graded as the attempts are.
void add_reference(Overview& overview, const Result& reference);

/// At the largest size that was timed; nullptr: none was.
const TimingResult* largest_timed(const TaskResult& task);

/// Nothing but stubs, and nothing that could not be graded.
bool has_not_started(const std::vector<Cell>& cells);

/// Numbers become N: "Race on sums[N]: this thread reads it at line N".
std::string without_numbers(const std::string& text);

}  // namespace warpgrade::classes
