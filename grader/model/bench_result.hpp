// The result of one ./grade bench: how fast the course's own kernels, NVIDIA's library and perhaps a
// submission are, over many sizes. Every form of it (text, JSON, picture) is written from this and nothing
// else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/result.hpp"

namespace warpgrade {

/// One contestant at one size. Throughput is the fewest bytes (each input once in, each output once out) over
/// the time, so that a contestant that moves more bytes than it must does not look faster.
struct BenchTime {
  Measured ms;
  double p99_ms = 0;  ///< 99 of 100 calls are not slower
  double gb_per_second = 0;
  std::optional<Measured> copy_fraction;  ///< share of the bandwidth of a large copy in the same comparison
  std::optional<Measured> times_library;  ///< the library's time over this one's: 1.2 is 1.2 times as fast

  double p99_over_median() const { return ms.value > 0 ? p99_ms / ms.value : 0; }
};

struct BenchPoint {
  std::uint64_t n = 0, bytes = 0;
  double copy_gb_per_second = 0;  ///< of the large copy, which is the same at every n
  double peak_gb_per_second = 0;  ///< what the card's memory could do, by its clock and width
  int repetitions = 0, discarded = 0;
  std::vector<std::optional<BenchTime>> times;  ///< by the contestants of the task; nothing: it has no time
  std::string note;                             ///< what a reader must know of these figures; may be empty
};

/// A task with one kind of input.
struct BenchTask {
  std::string exercise, task, op, input;
  std::vector<std::string> contestants;  ///< "reference", "cub" (model/library.hpp), "submission"
  std::vector<std::string> files;        ///< of each contestant
  std::vector<BenchPoint> points;        ///< ascending n
  std::string note;                      ///< why there are no points, or not of all; may be empty
};

struct BenchResult {
  std::string gpu, cuda;  ///< "NVIDIA H200", "13.0"
  std::string cub;        ///< "3.5.0", where it is not CUDA's own; else empty
  std::uint64_t memory_bytes = 0, seed = 0;
  std::vector<BenchTask> tasks;
  double seconds = 0;

  // Over all points; 0: there are none.
  double copy_gb_per_second() const;  ///< the median
  double peak_gb_per_second() const;
  double shortest_ms() const;  ///< no call took less, be its work ever so small

  std::string machine() const;  ///< "NVIDIA H200, CUDA 13.0", and CUB's release where that is not CUDA's own
};

void to_json(nlohmann::json& j, const BenchResult& result);

}  // namespace warpgrade
