// A time below which no launch of a submission can come on a card, from what the simulator counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/hot_line.hpp"

namespace warpgrade {

/// The part of the card that sets the bound.
enum class Limit {
  memory,      ///< bytes that must come from memory or go there
  load_store,  ///< turns of the load/store units, for shared and global memory
  one_block,   ///< the same, on the one multiprocessor that works
  atomics,     ///< atomics at one address
  launches,
};
std::string_view to_string(Limit limit);

/// For one of the timed sizes and inputs.
struct TimeBound {
  std::uint64_t n = 0;
  std::string input;
  double ms = 0;
  Limit limit = Limit::memory;
  double amount = 0;            ///< of what the limit is about: bytes, turns, atomics, launches
  double copy_fraction = 0;     ///< at most this share of the card's peak; 1: as fast as a copy
  double compulsory_bytes = 0;  ///< each input once in, each output once out
  std::optional<HotLine> line;  ///< where most of it is wasted, if much is
};

/// The bounds of a task on one card.
struct TimeBounds {
  std::string card;
  std::vector<TimeBound> bounds;
  std::string note;  ///< why there are none; empty: there are
  struct OutOfReach {
    int tier = 0;         ///< counted from 1
    std::uint64_t n = 0;  ///< of the size that rules it out
    double needed_ms = 0;
  };
  std::optional<OutOfReach> out_of_reach;  ///< the lowest such tier: higher ones are out of reach as well
  bool reference_is_known = false;         ///< else nothing can be said of tiers relative to the reference
};

void to_json(nlohmann::json& j, const TimeBounds& bounds);

}  // namespace warpgrade
