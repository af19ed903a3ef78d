// One pixel of a picture as a screen shows it. For host, device and plain C++.
#pragma once

#include <cstdint>

namespace warpgrade {

/// Aligned, so that a thread reads or writes a pixel in one access.
struct alignas(4) Rgba {
  std::uint8_t red, green, blue, alpha;
};

}  // namespace warpgrade
