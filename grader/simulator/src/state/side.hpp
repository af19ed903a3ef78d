// Whose code runs.
#pragma once

#include <cstdint>

namespace wgsim::core {

enum class Side : std::uint8_t {
  simulator,  ///< with kernels, and the program around it
  host,       ///< host code that is graded
};

}  // namespace wgsim::core
