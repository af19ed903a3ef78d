// One GPU of this machine, as CUDA shows it.
#pragma once

#include <cstdint>
#include <string>

namespace warpgrade::judge {

struct Gpu {
  std::string name;  ///< "NVIDIA H200"
  std::string uuid;  ///< "GPU-0a1b…": the same for every process, in whatever order it numbers the cards
  int compute_capability = 0;  ///< 90 for 9.0
  std::uint64_t memory_bytes = 0;
};

}  // namespace warpgrade::judge
