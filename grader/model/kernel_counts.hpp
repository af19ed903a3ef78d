// What the simulator counts of one kernel in one call, as far as its time on a GPU depends on it. It travels
// from runner to judge.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace warpgrade {

/// Sums over its launches; see wgsim/counters.def. Not whole numbers where they stand for another size.
struct KernelCounts {
  std::string kernel;
  bool one_block = false;  ///< all of its launches have one block
  bool overlaps = false;   ///< one of them may run beside the launch before it
  double launches = 0;
  double read_sectors = 0, written_sectors = 0;  ///< each once a launch
  double fresh_sectors = 0;  ///< of those that are read: of inputs that no launch has touched before
  double memory_passes = 0;  ///< turns of the load/store units
  double hot_atomics = 0;    ///< at the word with most of them
};

void to_json(nlohmann::json& j, const KernelCounts& counts);
/// Throws for what is no count.
void from_json(const nlohmann::json& j, KernelCounts& counts);

}  // namespace warpgrade
