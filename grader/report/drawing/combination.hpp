// Where the steps of a combination graph stand: time runs downward, and a step stands in the column of an
// input that is in it, so that trees look as they do in books, whichever threads made them. For scans that is
// the last of its inputs (the step is a partial result for that output), for reductions the first.
//
//   row 0          the inputs, a column each
//   rows 1, 2, …   launch after launch; in a launch each block has rows of its own, phase after phase
//   the last row   the outputs
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/drawing/drawing_parts.hpp"
#include "report/drawing/provenance.hpp"
#include "report/style.hpp"

namespace warpgrade::report::drawing {

/// A place within a column where a line may run.
enum class Slot { middle, left_entry, right_entry, gutter, second_gutter };

/// Where a line crosses the bottom edge of a row: a column, and the place in it. Gutters are right of it.
struct Crossing {
  unsigned column = 0;
  Slot slot = Slot::middle;

  friend bool operator==(const Crossing&, const Crossing&) = default;
};

/// From a box down to one that takes its value.
struct Wire {
  Value from;
  unsigned from_row = 0, to_row = 0;
  std::size_t step = 0, output = 0;  ///< where it goes: to a step, or (is_output) to an output
  bool is_output = false;
  bool is_left = false;  ///< the operand in front
  /// For each of the rows from_row, …, to_row - 1: where the wire leaves the row. The last one is where it
  /// enters to_row.
  std::vector<Crossing> crossings = {};
};

struct PlacedStep {
  unsigned row = 0, column = 0;
  bool shown = true;
};

/// What the threads of a block do in a row.
struct Activity {
  unsigned row = 0;
  std::vector<unsigned> threads;  ///< that combine, ascending
};

struct PlacedBlock {
  unsigned block = 0, first_column = 0, last_column = 0;
  std::vector<Barriers> barriers;  ///< above their rows
  std::vector<Activity> activities;
};

struct PlacedLaunch {
  unsigned launch = 0;
  unsigned first_row = 0, last_row = 0;  ///< last < first: it has no steps, and only stands for itself
  std::vector<PlacedBlock> blocks;
};

struct CombinationLayout {
  unsigned columns = 0, rows = 0;
  std::vector<PlacedStep> steps;  ///< as in the provenance
  /// Steps that nobody uses, where there are so many of them that they would hide the others. Not shown.
  unsigned left_out = 0;
  std::vector<PlacedLaunch> launches;
  std::vector<unsigned> output_columns;
  std::vector<Wire> wires;
};

CombinationLayout lay_out(const Provenance& provenance);

/// A combination graph as SVG: boxes with what they hold, arrows for operands, a frame for each block, a line
/// for each barrier, and beside each row which threads of the block worked and which only waited.
Svg combination_svg(const Provenance& provenance, const CombinationLayout& layout, Head head);

/// Columns of a terminal that the drawing takes.
int text_width(const CombinationLayout& layout);

/// A combination graph in characters: eight columns of the terminal for each column of the layout, two lines
/// for each row, and between rows as many lines as wires need that go across.
std::string combination_text(const Provenance& provenance, const CombinationLayout& layout,
                             const Style& style, bool unicode);

}  // namespace warpgrade::report::drawing
