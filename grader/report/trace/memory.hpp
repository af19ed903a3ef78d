// The recording's memory as cells: one for each element that is shown, with what stands in it from step to
// step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/recording.hpp"
#include "report/trace/steps.hpp"

namespace warpgrade::report::trace {

/// In the order in which arrays are shown.
enum class Role { input, global, shared, output };

/// An array as it is shown: shared memory stands once for each block of each launch.
struct ShownArray {
  unsigned array = 0;  ///< index into Recording::arrays
  Role role = Role::global;
  unsigned launch = 0, block = 0;            ///< of shared memory
  std::vector<std::uint64_t> elements = {};  ///< those that are shown, ascending
  std::uint64_t left_out = 0;                ///< how many more were accessed
  /// What stands in each before the first step. Empty: nobody has written it.
  std::vector<std::string> before = {};
};

/// An access of one thread to one cell.
struct CellAccess {
  std::size_t event = 0;
  std::size_t array = 0, cell = 0;  ///< index of the ShownArray, and into its elements
  std::string text = {};            ///< what stands there then; empty: what nobody has written
};

struct Memory {
  std::vector<ShownArray> arrays;
  std::vector<std::vector<CellAccess>> accesses;  ///< by step, as they happened
};

Memory memory_of(const Recording& recording, const std::vector<Step>& steps);

/// How many bytes a cell has: an element; of large structs in shared memory a word.
unsigned cell_bytes(const RecordedArray& array);

/// Bits of an element whose type is not known, as the elements of the task would be read.
std::string value_text(const Recording& recording, std::uint64_t bits, unsigned bytes);

}  // namespace warpgrade::report::trace
