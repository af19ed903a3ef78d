// The report that a person reads in a terminal: a table with points, then for each failing task what is
// wrong, where, what was expected, and the one command that runs it again.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "model/result.hpp"

namespace warpgrade::report {

struct HumanOptions {
  bool color = false;                ///< ANSI colours
  bool unicode = true;               ///< false: ASCII only, for locales that are not UTF-8
  int width = 80;                    ///< columns of the terminal
  std::filesystem::path submission;  ///< where sources are quoted from; empty: Result::submission
  bool all_cases = false;            ///< false: only the first failing case of a task in full
  bool brief = false;                ///< only what is wrong, and a line for each task that is right
  bool has_hidden_cases = true;      ///< the reader has; false: no command runs one again
  bool costs = false;                ///< which lines move more memory than they must, of right tasks too
};

/// What suits a file descriptor: colours only on a terminal and without NO_COLOR, its width, and Unicode only
/// where the locale is UTF-8.
HumanOptions human_options_for(int descriptor);

void write_human(std::ostream& out, const Result& result, const HumanOptions& options);

}  // namespace warpgrade::report
