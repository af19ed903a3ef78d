// The given arithmetic of tone mapping, for host and device: the oracle uses the very same functions.
//
// Each rounds alike on CPU and GPU: no product is added to anything except by fmaf, so there is nothing that
// a compiler may or may not fuse, and no function (log, pow) whose last digit differs between libraries.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <warpgrade/ops.cuh>
#include <warpgrade/rgba.cuh>

namespace tone_mapping {

using warpgrade::Rgba;

/// The bin of a log luminance: `bins` equal parts of [lowest, highest]. `highest` falls into the last one.
WARPGRADE_HD inline int bin_of(float value, float lowest, float highest, int bins) {
  const float width = highest - lowest;
  if (!(width > 0)) return 0;  // one luminance everywhere
  const int bin = static_cast<int>((value - lowest) / width * static_cast<float>(bins));
  return bin < bins ? bin : bins - 1;
}

/// How bright a pixel is shown, from 0 to 1: the share of all pixels that lie in darker bins.
WARPGRADE_HD inline float brightness(unsigned darker, std::size_t pixels) {
  return static_cast<float>(darker) / static_cast<float>(pixels);
}

/// From [0, 1] to a byte, rounded; outside of it: the nearest end.
WARPGRADE_HD inline std::uint8_t to_byte(float level) {
  const float inside = level > 0 ? (level < 1 ? level : 1.0f) : 0.0f;
  return static_cast<std::uint8_t>(fmaf(inside, 255.0f, 0.5f));
}

/// The pixel of chromaticity (x, y) and of that brightness: CIE xyY to XYZ, then to the red, green and blue
/// of a screen (IEC 61966-2-1).
WARPGRADE_HD inline Rgba to_pixel(float x, float y, float Y) {
  const float X = x * (Y / y), Z = (1.0f - x - y) * (Y / y);
  const float red = fmaf(3.2406f, X, fmaf(-1.5372f, Y, -0.4986f * Z));
  const float green = fmaf(-0.9689f, X, fmaf(1.8758f, Y, 0.0415f * Z));
  const float blue = fmaf(0.0557f, X, fmaf(-0.2040f, Y, 1.0570f * Z));
  return {to_byte(red), to_byte(green), to_byte(blue), 255};
}

/// The new level of a grey pixel: 255 · (cdf - cdf_min) / (pixels - cdf_min), rounded, halves up.
/// cdf:     how many pixels are of its level or darker
/// cdf_min: how many are of the darkest level that occurs
/// level:   its own, which stays if all pixels are equal
/// Of a level that is darker than all pixels it makes 0.
WARPGRADE_HD inline std::uint8_t equalised(unsigned cdf, unsigned cdf_min, std::size_t pixels,
                                           std::uint8_t level) {
  if (pixels == cdf_min) return level;
  if (cdf < cdf_min) return 0;
  const std::uint64_t part = cdf - cdf_min, whole = pixels - cdf_min;  // 255 · part may need 64 bits
  return static_cast<std::uint8_t>((2 * 255 * part + whole) / (2 * whole));
}

}  // namespace tone_mapping
