// The report that a person reads in a terminal: what to do next, a table with points, then for a failing task
// what is wrong, where, what was expected, and the one command that runs it again.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

#include "model/result.hpp"

namespace warpgrade::report {

/// A task that was not graded now, to go on with where all that was graded is right.
struct OpenTask {
  std::string name, file;  ///< EXERCISE/TASK
  int line = 0;            ///< 0: not known
  std::string what;        ///< what its command is for
};

struct HumanOptions {
  bool color = false;                ///< ANSI colours
  bool unicode = true;               ///< false: ASCII only, for locales that are not UTF-8
  int width = 80;                    ///< columns of the terminal
  std::filesystem::path submission;  ///< where sources are quoted from; empty: Result::submission
  bool all_cases = false;            ///< false: only the first failing case of a task in full
  bool all_details = true;           ///< false: only of the task to work on next, and a line an exercise
  std::optional<OpenTask> next = {};
  bool brief = false;            ///< only what is wrong, and a line for each task that is right
  std::size_t most_lines = 0;    ///< of the report: the first ones, and how many more there are; 0: all
  bool has_hidden_cases = true;  ///< the reader has; false: no command runs one again
  bool failing_costs = false;    ///< a table of the costs above their bounds, where a task has some
  bool printed = false;          ///< what right cases have printed, too
  bool costs = false;            ///< all costs, and which lines move more memory than they must

  /// Columns that lines may take.
  std::size_t columns() const { return width < 40 ? 40 : std::size_t(width); }
};

/// What suits a file descriptor: colours only on a terminal and without NO_COLOR, its width, and Unicode only
/// where the locale is UTF-8.
HumanOptions human_options_for(int descriptor);

void write_human(std::ostream& out, const Result& result, const HumanOptions& options);

}  // namespace warpgrade::report
