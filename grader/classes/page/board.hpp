// RESULTS/board.html: the fastest right work of a class, task by task, for everybody to see. It names only
// who wants to be named.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "classes/roll.hpp"
#include "model/result.hpp"

namespace warpgrade::classes {

struct BoardLine {
  std::string student;   ///< id; not shown
  std::string shown_as;  ///< may be empty
  TimingResult timing;   ///< the fastest of the student's attempts
};

/// By exercise and task. Only times at the same size and input are comparable: those at the largest one.
using Board = std::map<std::pair<std::string, std::string>, std::vector<BoardLine>>;

/// The name that a student has chosen last counts ("-": none), so attempts are added in the order of the
/// roll.
void add_attempt(Board& board, const Entry& entry, const Result& result);

std::string board_page(const Board& board);

}  // namespace warpgrade::classes
