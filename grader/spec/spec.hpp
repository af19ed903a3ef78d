// exercise.toml, unit.toml, quiz.toml and *.hidden.toml as checked structs. Reading finds ALL mistakes of a
// file and reports each as file:line:column, what is wrong, and what to do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/timing_result.hpp"
#include "model/verdict.hpp"
#include "spec/program.hpp"

namespace warpgrade::spec {

struct Location {
  std::string file;
  int line = 0;
  int column = 0;
  std::string str() const;  ///< file:line:column
};

struct Diagnostic {
  Location where;
  std::string message;  ///< what, and what to do
  std::string str() const { return where.str() + ": " + message; }
};

/// Thrown when a file can't be used; holds every mistake found in it.
class SpecError : public std::runtime_error {
 public:
  explicit SpecError(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// One [task.cases] table: every size with every operator, inputs in turn (judge/cases/cases.hpp). Of an
/// exercise that is a program: one run, whose size has no operator.
struct CaseGroup {
  std::optional<ProgramRun> run;                   ///< of a program
  std::vector<std::uint64_t> sizes;                ///< required, not empty
  std::vector<std::string> operators;              ///< the functor handed to the entry function; required
  std::vector<std::string> inputs;                 ///< kinds of data; default {"random"}
  std::map<std::string, std::int64_t> parameters;  ///< whatever else the exercise's oracle understands
  double timeout_s = 10;
  std::optional<double> points;                       ///< weight of this group; all groups of a task or none
  bool hidden = false;                                ///< came from a hidden.toml
  Location where;                                     ///< of the table
  std::vector<Location> operator_where, input_where;  ///< of each entry, for late checks by the oracle
};

/// Rounding allowed: |got − expected| <= sum_abs · ulp · Σ|x|, where the oracle says what is summed.
struct Tolerance {
  double sum_abs = 0;  ///< in units of the type's epsilon
  std::string why;     ///< required: a tolerance without a reason is a mistake
};

/// A sum of terms, each a coefficient times what its name says; log2n is ⌈log2 n⌉.
struct CostBound {
  double constant = 0, n = 0, log2n = 0, n_log2n = 0;
  double log2n_squared = 0;    ///< (log2 n)²: the steps of a sorting network
  double n_log2n_squared = 0;  ///< n·(log2 n)²: its comparators
  double n_squared = 0;        ///< n²: all pairs
  bool takes_all = false;      ///< above it all points are lost: the spec lists it, or it is the host's work
  double at(std::uint64_t size) const;
  std::string formula() const;  ///< "2·n + 8", for messages
};

/// [task.technique]: what tells the technique that a task teaches from others that give the same results.
struct Technique {
  std::string name;                        ///< key `is`: "a tree in shared memory"
  std::string how;                         ///< what makes it that: told to who has used another one
  double share = 0.5;                      ///< of the points, which a right result of another technique loses
  std::map<std::string, CostBound> least;  ///< by the names of model/costs.def
  std::map<std::string, CostBound> most;
};

/// With which cases the costs of a task are measured: keys of [task.cost] beside the bounds.
struct CostCases {
  std::vector<std::uint64_t> sizes;          ///< empty: some of the task's own
  std::optional<std::uint64_t> drawn_below;  ///< each run draws one more size, below this or the largest
  /// For everything but depth and work, which have an operator of their own. Empty: the task's first.
  std::string op;
  std::vector<std::string> inputs;  ///< in turn, one for each size
  Location where;
};

struct TimingTier {
  double points = 0;
  TierKind kind = TierKind::reference_ratio;
  double threshold = 0;
  Location where = {};
};

/// Every size with every input is timed, of a program each of its cases; a task has the tier that it reaches
/// in all of them. Results of a function must be exact (integers, counts), since each timed output is
/// compared with the reference's on the device.
struct Timing {
  // Of a program, in the place of operator, sizes, inputs and parameters:
  std::vector<CaseGroup> cases;  ///< runs that are timed, and nothing else
  std::string prints;            ///< a regular expression, whose group is the time in ms, for a line that the
                                 ///< program prints; empty: the time from its main() to its end
  std::string op;                ///< key `operator`
  std::vector<std::uint64_t> sizes;
  std::vector<std::string> inputs;                 ///< kinds of data; default {"random"}
  std::map<std::string, std::int64_t> parameters;  ///< as of cases
  Location where, op_where;
  std::vector<Location> input_where;                   ///< of each entry, for late checks by the oracle
  std::vector<TimingTier> tiers;                       ///< ascending points; the best one reached counts
  std::string calibrated_on;                           ///< the card that `tiers` were measured on; empty: any
  std::map<std::string, std::vector<TimingTier>> gpu;  ///< [task.timing.gpu."NVIDIA H200"] overrides
};

/// [task.trace]: the call that `trace` and `draw` show, where --n asks for no other size.
struct ShownCall {
  static constexpr std::uint64_t kMostElements = 1024;
  std::uint64_t n = 8;                             ///< the smallest that tells something
  std::map<std::string, std::int64_t> parameters;  ///< as of cases; empty: those of the group that is shown
};

struct Task {
  std::string name, title, hint;
  double points = 0;
  std::vector<CaseGroup> cases;                ///< [task.cases] or several [[task.cases]]
  std::map<std::string, Tolerance> tolerance;  ///< by scalar type: f32, f64
  std::map<std::string, CostBound> cost;       ///< by the names of model/costs.def
  std::optional<Technique> technique;
  CostCases cost_cases;
  std::vector<std::string> kernels;   ///< of a program: those whose costs are bounded; empty: all
  std::optional<double> cost_points;  ///< of `points`, those for cost. Read it by points_for_cost()
  /// Two threads may write one value to one place: undefined in C++, yet some algorithms are taught so.
  bool allow_same_value_races = false;
  /// A barrier that threads have missed by ending before it is an error, and not only a warning.
  bool strict_barriers = false;
  /// The results must have the same bits in every order of threads and on every card, rounded ones too.
  bool same_bits = false;
  /// A repair task: its stub holds a kernel with a mistake, which gets this verdict. Without it: nothing is
  /// written yet in the stub.
  std::optional<Verdict> repair;
  std::optional<Timing> timing;
  ShownCall shown;
  Location where;

  bool has_weights() const { return !cases.empty() && cases.front().points.has_value(); }
  /// A third of the points if the spec says nothing; 0 if no bound costs just a part.
  double points_for_cost() const;
  bool measures(const std::string& cost) const;  ///< has it a bound of any kind?
};

enum class QuestionKind { choice, number, formula, order, line };

/// What the submission itself needed: a cost of a task, measured by the last grading.
struct QuizMeasure {
  std::string task, cost;
  std::uint64_t n = 0;
};

struct Question {
  std::string name, text;
  QuestionKind kind = QuestionKind::choice;
  std::vector<std::string> options;  ///< keys `choices` and `items`: shown as a, b, c, …
  bool several = false;              ///< choice: one or more are right
  std::string unit;                  ///< number and formula: "bytes"
  std::vector<double> at;            ///< formula: compared by its values at these n
  std::string code;                  ///< shown with line numbers; required for `line`
  std::optional<QuizMeasure> measure;
  Location where;
};

struct Quiz {
  double points = 0;      ///< for all questions; each is worth the same. 0: the quiz is optional
  double own_points = 0;  ///< for all questions on the student's own kernels (quiz/own/); 0: for practice
  std::vector<Question> questions;
  std::filesystem::path file;
  double most_points() const { return points + own_points; }
};

struct Exercise {
  std::string unit, name;  ///< from the folders
  std::string title;
  std::string source;               ///< EXERCISE.cu
  std::vector<std::string> forbid;  ///< extra words a submission must not use; see docs
  std::vector<std::string> allow;   ///< headers it may include besides those that all may: "<thread>"
  std::optional<Program> program;   ///< it is a whole program, and not functions that the grader calls
  std::vector<Task> tasks;
  std::optional<Quiz> quiz;  ///< of the quiz.toml beside it; read_course() reads it
  std::filesystem::path folder;
  std::vector<std::string> edited_files() const;  ///< the source, and of a program those besides
};

struct Unit {
  std::string name, title;
  std::vector<std::string> exercises;    ///< in the order of the course
  std::vector<Location> exercise_where;  ///< of each entry
  int order = 1000;                      ///< among the units of a course: key `order`, then by name
  std::filesystem::path folder;
};

/// Reads and checks one file. Throws SpecError with all mistakes.
Exercise read_exercise(const std::filesystem::path& exercise_toml);
Unit read_unit(const std::filesystem::path& unit_toml);

/// Adds the cases of a hidden.toml to an exercise's tasks (marked hidden). Only [[task]] name and cases
/// there.
void add_hidden_cases(Exercise& exercise, const std::filesystem::path& hidden_toml);

/// A whole course: assignments/*/unit.toml and the exercises they list, in order.
struct Course {
  std::vector<Unit> units;
  std::vector<Exercise> exercises;
  std::filesystem::path folder;
};
Course read_course(const std::filesystem::path& assignments);

}  // namespace warpgrade::spec
