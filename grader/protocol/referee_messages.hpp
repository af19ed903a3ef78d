// What judge and referee say to each other: one JSON message a line, as with a runner
// (protocol/runner_messages.hpp). The shared memory holds the pool: for each input array some elements that
// the exercise's oracle made.
//
//   referee → judge   {"ready": Gpu}                        once, at start
//   judge → referee   {"open": OpenComparison}                    → {"opened": OpenedComparison}
//                     {"begin": {seed, poison}}             → {"begun": {clock_mhz}}     a repetition
//                     {"stage": {contestant}}               → {"staged": {}}
//                     {"copy": {}}                          → {"copied": {event_ms}}
//                     {"sum": {contestant}}                 → {"summed": Sums}
//                     {"compare": {contestant, with}}       → {"compared": Differences}
//                     {"close": {}}                         → {"closed": {}}
//   the answer to any of them may be {"fault": "what went wrong"}
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "protocol/timing_messages.hpp"

namespace warpgrade::protocol {

struct Gpu {
  std::string name, error;  ///< error: why there can be no comparison here
  std::uint64_t l2_bytes = 0, memory_bytes = 0;
  double peak_bytes_per_ms = 0;  ///< by the memory's clock and width; 0: not known
};

/// An array of the comparison. An input is made from `pool_bytes` bytes at `pool_offset` of the shared
/// memory: segments of them, or strips (kit/oracle.hpp), follow each other in an order that the repetition's
/// seed decides.
struct TimedArray {
  /// For an input that is made from strips: what they are, and how many there are in it and in the pool.
  struct Strips {
    std::uint64_t elements = 0;  ///< u32 in each; 0: this input is made from segments
    std::uint32_t step = 0;      ///< each strip's elements are so much larger than those of the one before
    std::uint64_t count = 0, in_pool = 0;
  };
  /// For an output with room to spare: another output (one u32) says how many of its elements count.
  struct Length {
    int output = -1;  ///< its index; -1: all of this array counts
    std::uint64_t element_bytes = 0;
  };
  /// For an output whose results round: how far an element may be from the right one.
  struct Rounding {
    std::string scalar = "";  ///< of its elements: "f16", "bf16", "f32" or "f64"
    double share = 0;         ///< of the largest element of the right array; 0: each bit counts
  };
  std::uint64_t bytes = 0, pool_offset = 0, pool_bytes = 0;
  Length length = {};
  Strips strips = {};
  Rounding rounding = {};
};

struct OpenComparison {
  std::vector<TimedArray> inputs, outputs;
  /// For each contestant whether its inputs are those that all trusted ones share, or a copy of its own.
  std::vector<bool> shares_inputs;
  std::uint64_t shared_bytes = 0;
};

struct OpenedComparison {
  std::vector<LentArrays> contestants;
  std::uint64_t copy_bytes = 0;  ///< read and written by the copy
};

/// Sums over the contents of arrays. Different contents have the same sum by chance only (1 in 2^32).
struct Sums {
  std::vector<std::uint64_t> inputs, outputs;
};

/// Where the outputs of two contestants differ.
struct Difference {
  int output = 0;
  std::uint64_t first_byte = 0;             ///< of the first 16 bytes that differ
  std::uint64_t count = 0;                  ///< of 16-byte pieces that differ
  std::vector<std::uint8_t> expected, got;  ///< those 16 bytes
  double allowed = 0;                       ///< between two elements that round; 0: none
};
struct Differences {
  std::vector<Difference> outputs;  ///< only those that differ
};

// protocol/messages_json.cpp
void to_json(nlohmann::json& j, const Gpu& gpu);
void from_json(const nlohmann::json& j, Gpu& gpu);
void to_json(nlohmann::json& j, const OpenComparison& comparison);
void from_json(const nlohmann::json& j, OpenComparison& comparison);
void to_json(nlohmann::json& j, const OpenedComparison& comparison);
void from_json(const nlohmann::json& j, OpenedComparison& comparison);
void to_json(nlohmann::json& j, const Sums& sums);
void from_json(const nlohmann::json& j, Sums& sums);
void to_json(nlohmann::json& j, const Differences& differences);
void from_json(const nlohmann::json& j, Differences& differences);

}  // namespace warpgrade::protocol
