// How many blocks of a kernel a multiprocessor holds at a time, and what limits them: registers and shared
// memory are handed out in whole portions, to whole blocks (CUDA Occupancy Calculator; CUDA C++ Programming
// Guide, Multiprocessor Level).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpgrade::judge {

struct Card {
  int compute_capability = 0;  ///< 90
  std::string_view names;      ///< "H100, H200"
  int warps = 0, blocks = 0;   ///< that a multiprocessor holds
  std::uint64_t shared_bytes = 0, reserved_bytes = 0;

  std::string architecture() const { return "sm_" + std::to_string(compute_capability); }
};

std::span<const Card> cards();
/// By "sm_90" or by one of its names, "H200"; null if there is none.
const Card* find_card(std::string_view name);

/// What a block of a kernel takes.
struct BlockNeeds {
  int threads = 0, registers = 0;  ///< registers: of each thread
  std::uint64_t shared_bytes = 0;
};

struct Occupancy {
  int blocks = 0;          ///< on a multiprocessor; 0: not one fits
  int warps = 0;           ///< of all of them
  double share = 0;        ///< of the warps that it could hold
  std::string limited_by;  ///< "threads", "registers", "shared memory", "the number of blocks"
};

Occupancy occupancy(const Card& card, const BlockNeeds& block);

}  // namespace warpgrade::judge
