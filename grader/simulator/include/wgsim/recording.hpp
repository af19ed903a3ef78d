// What kernels did, event after event (Options::record): each access to memory that others may see, with its
// bits; shuffles; barriers; and what the embedding program reports itself. For small launches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace wgsim {

struct RecordedLaunch {
  std::string kernel;
  std::array<unsigned, 3> grid{}, block{};
};

/// Memory that some event accesses: an allocation, a variable, or a __shared__ array of a launch.
struct RecordedArray {
  std::string name;  ///< of an allocation without one: "allocation 1", "allocation 2", …
  bool shared = false;
  std::size_t element_bytes = 0, elements = 0;
};

struct RecordedEvent {
  enum class Kind : std::uint8_t { read, write, atomic, shuffle, application, barrier, warp_sync };
  Kind kind = Kind::read;
  unsigned launch = 0;  ///< index into Recording::launches
  unsigned block = 0;   ///< number in the grid, x fastest
  unsigned thread = 0;  ///< number in the block; of a barrier: the thread that completed it
  unsigned phase = 0;   ///< barriers of the block that were complete
  unsigned line = 0;    ///< index into Recording::lines
  /// Events of a warp with the same number are one warp instruction. 0: unknown.
  std::uint64_t instruction = 0;

  unsigned array = 0;                     ///< read, write, atomic: index into Recording::arrays
  std::uint64_t byte = 0;                 ///< its offset there
  unsigned bytes = 0;                     ///< 8 at most: longer accesses are several events
  std::uint64_t before = 0, after = 0;    ///< the bits there; of a shuffle `after` is what came
  unsigned source = 0;                    ///< shuffle: the thread that the value came from
  std::uint32_t lanes = 0;                ///< warp_sync
  std::array<std::uint64_t, 4> values{};  ///< application: as the embedding program gave them
};

struct RecordedLine {
  std::string file;
  int line = 0;  ///< 0: unknown
};

struct Recording {
  std::vector<RecordedLaunch> launches;
  std::vector<RecordedArray> arrays;
  std::vector<RecordedLine> lines;
  std::vector<RecordedEvent> events;
  bool cut = false;  ///< there were more than kMostEvents; the rest is missing
  static constexpr std::size_t kMostEvents = 120'000;
};

/// What was recorded since the last call.
Recording take_recording();

/// An event of the thread that runs now, if Options::record is set. `return_address`: of the code that asks
/// for it, for the line.
void record_application(const std::array<std::uint64_t, 4>& values, const void* return_address);

}  // namespace wgsim
