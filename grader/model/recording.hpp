// What a submission did in one call on the simulator, event after event: `draw` and `trace` show it. Calls
// are small (64 elements or fewer), so a recording has every event.
//
// There are two kinds of recordings, which differ in the elements that the task was given:
//   - Plain numbers. The events hold what was read and written, as bits of the elements.
//   - Elements that know where they come from, for a task with an operator or a comparator. Each element is
//     a node. The inputs are nodes, and every application of the operator makes a new one out of two (a
//     comparator makes two out of two). So the events of kind `apply` are a graph of how each output came
//     about. The values in memory mean nothing in such a recording.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/element_type.hpp"
#include "model/finding.hpp"

namespace warpgrade {

struct RecordedLaunch {
  std::string kernel;
  std::array<unsigned, 3> grid, block;
  unsigned threads_per_block() const { return block[0] * block[1] * block[2]; }
  unsigned blocks() const { return grid[0] * grid[1] * grid[2]; }
};

/// Memory that some event accesses.
struct RecordedArray {
  std::string name;     ///< as in the source; of memory from cudaMalloc "allocation 1", "allocation 2", …
  bool shared = false;  ///< each block has its own; otherwise all see the same
  unsigned element_bytes = 4;
  std::uint64_t elements = 0;
  std::optional<ElementType> type = {};  ///< of the task's own arguments; of others nobody knows it
};

enum class RecordedKind {
  read,  ///< of memory that others may see: shared, global
  write,
  atomic,     ///< reads and writes in one piece
  shuffle,    ///< got a value from a lane of the same warp
  apply,      ///< the operator or the comparator
  barrier,    ///< __syncthreads: all threads of the block
  warp_sync,  ///< __syncwarp: the lanes of `lanes`
};

/// In the order in which the simulator ran them: a thread runs until it has to wait, then the next one does.
struct RecordedEvent {
  RecordedKind kind = RecordedKind::read;
  unsigned launch = 0;  ///< index into Recording::launches
  unsigned block = 0;   ///< in the grid, counted as blockIdx.x is, then y, then z
  unsigned thread = 0;  ///< in the block, likewise; of a barrier: the last one to come
  unsigned phase = 0;   ///< how many barriers of the block were complete
  unsigned line = 0;    ///< index into Recording::lines
  /// Which lanes of a warp did this together, as one warp instruction: those with the same number in the same
  /// launch, block and warp. 0: not known (apply, barrier, …).
  std::uint64_t instruction = 0;

  // read, write, atomic:
  unsigned array = 0;        ///< index into Recording::arrays
  std::uint64_t byte = 0;    ///< offset from its start
  unsigned bytes = 0;        ///< how many; more than 8 come as several events
  std::uint64_t before = 0;  ///< the bits there; of a read those that it got
  std::uint64_t after = 0;   ///< of a write or atomic: the bits there now. Of a shuffle: the bits that came

  unsigned source = 0;      ///< shuffle: the thread of the block whose value it got
  std::uint32_t lanes = 0;  ///< warp_sync: the mask

  // apply: nodes. 0 is the identity, 1..inputs are the inputs in order, higher ones were made.
  bool is_comparator = false;
  std::uint32_t left = 0, right = 0;  ///< of a comparator: what went in as low and high
  std::uint32_t low = 0, high = 0;    ///< what came out; an operator has only `low`
};

/// An element of an output, and what was to be there.
struct RecordedOutput {
  std::string array;
  std::uint64_t index = 0;
  bool written = true;  ///< false: nobody wrote it
  bool right = true;
  std::string value = {}, expected = {};  ///< as a person reads them
  std::uint32_t node = 0;                 ///< of graphs; kNoNode: what is there is no element of this call
  static constexpr std::uint32_t kNoNode = 0xffffffff;
  /// In graphs over an operator: the inputs in[first..last) must be combined here, in this order. Both are 0
  /// if there is nothing to combine, or if the operands may come in any order.
  std::uint32_t first = 0, last = 0;
};

struct Recording {
  std::string exercise, task, title, source;  ///< source: the submission's file
  std::string op, input;                      ///< the operator and the kind of input that it was called with
  std::string order;                          ///< of threads and blocks
  std::uint64_t n = 0;
  bool is_graph = false;                  ///< elements know where they come from
  std::uint32_t inputs = 0;               ///< nodes 1..inputs
  std::vector<std::string> input_values;  ///< of the inputs in order, as a person reads them
  std::vector<RecordedLaunch> launches;
  std::vector<RecordedArray> arrays;
  std::vector<Place> lines;  ///< with file and line only
  std::vector<RecordedEvent> events;
  std::vector<RecordedOutput> outputs;
  std::vector<Finding> findings;  ///< of the call: races, stray accesses, a crash
  bool cut = false;               ///< there was more than the recording holds

  bool is_right() const;  ///< every output, and no finding
};

/// What a runner tells: launches, arrays, lines, events and whether it is cut. from_json throws
/// std::exception where an event names a launch, an array or a line that is not there.
void to_json(nlohmann::json& j, const Recording& recording);
void from_json(const nlohmann::json& j, Recording& recording);

}  // namespace warpgrade
