// Pictures as pixels.
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

/// The same in colour: red, green, blue and alpha of each pixel.
Image decode_colour(std::span<const std::uint8_t> file);

struct HdrImage {
  int width = 0, height = 0;
  std::vector<float> light;  ///< linear red, green and blue of each pixel, row by row; empty: not a picture
};

/// Decodes a high-dynamic-range picture in Radiance's format, .hdr (Ward, Real pixels, Graphics Gems II,
/// 1991).
HdrImage decode_hdr(std::span<const std::uint8_t> file);

/// `rgba`: red, green, blue and alpha of each pixel, row by row, as many as width times height.
std::vector<std::uint8_t> encode_png(int width, int height, std::span<const std::uint8_t> rgba);

}  // namespace warpgrade::kit
