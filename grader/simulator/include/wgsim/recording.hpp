// What kernels did, event after event (Options::record): each access to memory that others may see, with its
// bits; shuffles; barriers; and what the embedding program reports itself. For small launches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "finding.hpp"

namespace wgsim {

struct RecordedLaunch {
  std::string kernel;
  std::array<unsigned, 3> grid{}, block{};
  std::uint64_t dynamic_shared_bytes = 0;
  unsigned threads_per_block() const { return block[0] * block[1] * block[2]; }
  unsigned blocks() const { return grid[0] * grid[1] * grid[2]; }
};

/// Memory that some event accesses: an allocation, a variable, or a __shared__ array of a launch.
struct RecordedArray {
  std::string name;     ///< as in the source; of memory from cudaMalloc "allocation 1", "allocation 2", …
  bool shared = false;  ///< each block has its own; otherwise all see the same
  unsigned element_bytes = 4;
  std::uint64_t elements = 0;
};

enum class RecordedKind {
  read,  ///< of memory that others may see: shared, global
  write,
  atomic,     ///< reads and writes in one piece
  shuffle,    ///< got a value from a lane of the same warp
  apply,      ///< what the embedding program reports: of the operator or the comparator
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

struct Recording {
  std::vector<RecordedLaunch> launches;
  std::vector<RecordedArray> arrays;
  std::vector<Place> lines;  ///< with file and line only
  std::vector<RecordedEvent> events;
  bool cut = false;  ///< there were more than kMostEvents; the rest is missing
  static constexpr std::size_t kMostEvents = 120'000;
};

/// What was recorded since the last call.
Recording take_recording();

/// An event of the thread that runs now, if Options::record is set. `nodes`: left, right, low and high of the
/// event; an operator has no `high`, which is 0. `return_address`: of the code that asks for it, for the
/// line.
void record_application(const std::array<std::uint64_t, 4>& nodes, const void* return_address);

}  // namespace wgsim
