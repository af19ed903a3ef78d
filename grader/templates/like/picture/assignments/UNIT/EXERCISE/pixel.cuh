// A pixel, as the kernels and the oracle see it.
#pragma once

#include <cstdint>

namespace EXERCISE {

struct Pixel {
  std::uint8_t red, green, blue, alpha;
};

}  // namespace EXERCISE
