// Whose code runs.
#pragma once

#include <cstdint>

namespace wgsim::core {

enum class Side : std::uint8_t {
  grader,  ///< the simulator, and the program around it
  host,    ///< host code that is graded
  kernel,  ///< its kernels
};

}  // namespace wgsim::core
