// Pictures as grey pixels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpgrade::kit {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;  ///< row by row; empty: not a picture
};

/// Decodes a PNG, JPEG, … and reduces colours to their luminance.
Image decode_grey(std::span<const std::uint8_t> file);

}  // namespace warpgrade::kit
