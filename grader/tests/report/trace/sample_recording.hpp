// Recordings made by hand, as the simulator would make them: a thread runs until it has to wait.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/recording.hpp"

namespace warpgrade::support {

/// Makes recordings event by event. Lines are numbered as in the sample source below.
class RecordingMaker {
 public:
  Recording recording;

  unsigned launch(const std::string& kernel, unsigned blocks, unsigned threads);
  unsigned array(const std::string& name, bool shared, std::uint64_t elements, bool is_argument = false);
  /// An event of the thread that thread() named last. `instruction` 0: not known.
  void read(int line, unsigned array, std::uint64_t index, int value, std::uint64_t instruction);
  void write(int line, unsigned array, std::uint64_t index, int value, std::uint64_t instruction);
  void atomic_add(int line, unsigned array, std::uint64_t index, int before, int after,
                  std::uint64_t instruction);
  void shuffle(int line, unsigned source, int value, std::uint64_t instruction);
  void barrier(int line);
  void warp_sync(int line, std::uint32_t lanes);
  void thread(unsigned block, unsigned thread);
  void output(const std::string& array, std::uint64_t index, int value, int expected);

 protected:
  RecordedEvent& event(RecordedKind kind, int line, std::uint64_t instruction);

 private:
  RecordedEvent& access(RecordedKind kind, int line, unsigned array, std::uint64_t index,
                        std::uint64_t instruction);
  unsigned block_ = 0, thread_ = 0;
  std::vector<unsigned> phases_ = std::vector<unsigned>(64);  ///< by block, of the launch
};

/// A scan of one block: shared memory, barriers. With the race its second barrier is missing: each thread
/// writes while others still read.
Recording scan_recording(unsigned n, bool with_race);

/// Two blocks that reduce by shuffles and add up atomically.
Recording sums_recording();

/// The source that the lines of both belong to; to be written to UNIT/sums.cu.
std::string sample_source();
inline constexpr const char* kSampleUnit = "reduce_scan_histogram";

}  // namespace warpgrade::support
