// Who added to which counter: the atomic operations of a recorded call, and what was meant to be one. A
// counter is an element of an array in shared memory (each block has its own) or in global memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/recording.hpp"
#include "report/drawing/drawing_parts.hpp"
#include "report/style.hpp"

namespace warpgrade::report::drawing {

/// An element of an array. block: whose, if the array is in shared memory.
struct Cell {
  unsigned array = 0, block = 0;
  std::uint64_t element = 0;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

struct Update {
  Cell target;
  std::vector<Cell> sources;  ///< what the thread had read before; may be empty
  unsigned launch = 0, block = 0, thread = 0, phase = 0, line = 0;
  long long amount = 0;
  bool atomic = true;
  bool overwrites = false;  ///< written without a look at what was there
  bool raced = false;       ///< a race was found at its line
  /// Lanes of the same warp instruction that update the same counter, and so take turns. 1: alone.
  unsigned collisions = 1;
};

/// The cells of an array that the drawing shows, side by side.
struct CellRow {
  unsigned array = 0, block = 0;
  std::uint64_t first = 0, last = 0;  ///< elements, last included
  std::size_t cells() const { return std::size_t(last - first + 1); }
};

struct Updates {
  const Recording* recording = nullptr;
  std::vector<Update> updates = {};  ///< in the order of time
  /// From top to bottom: what was read, counters of blocks, counters of all.
  std::vector<std::vector<CellRow>> levels = {};

  /// In a race; or it threw away what others had counted.
  bool is_wrong(const Update& update) const;
  unsigned most_collisions() const;
  std::string name_of(const Cell& cell) const;                  ///< "bins[3]"
  const RecordedOutput* output_of(const Cell& cell) const;      ///< null: it is none
  std::optional<std::string> value_of(const Cell& cell) const;  ///< in the end, as far as it is known
};

std::size_t cells_in(const std::vector<CellRow>& level);

/// The updates of a recording with plain numbers. If there are none, there is nothing to draw. `recording`
/// must live as long as the result.
Updates find_updates(const Recording& recording);

std::vector<std::string> explain(const Updates& updates);

/// Who added to which counter, as SVG: what was read on top, counters below, a line for each update. Lanes of
/// a warp that meet at one counter are drawn thick, with their number.
Svg updates_svg(const Updates& updates, Head head);

/// Who added to which counter, in characters: a table for each array of counters, with a line for each
/// update.
std::string updates_text(const Updates& updates, const Style& style, bool unicode);

}  // namespace warpgrade::report::drawing
