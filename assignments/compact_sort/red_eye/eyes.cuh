// The given arithmetic of red-eye removal, for host and device: the oracle uses the very same functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <warpgrade/ops.cuh>
#include <warpgrade/rgba.cuh>

namespace red_eye {

using warpgrade::Rgba;

/// Whole numbers in the order of the scores, which are between -1 and 1: in bits a float without its sign is
/// ordered like a whole number, so negative ones are turned upside down, and the others placed above them.
WARPGRADE_HD inline unsigned key_of(float score) {
  unsigned bits;
  memcpy(&bits, &score, sizeof(bits));
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}

/// A pupil reaches so far from the pixel that matches best.
struct Pupil {
  static constexpr long half_width = 5, half_height = 4;
};

/// Is pixel `position` within a pupil around pixel `center`? Both count row by row, in a picture of `cols`
/// columns.
WARPGRADE_HD inline bool is_near(std::size_t position, std::size_t center, std::size_t cols) {
  const long rows_apart = static_cast<long>(position / cols) - static_cast<long>(center / cols);
  const long cols_apart = static_cast<long>(position % cols) - static_cast<long>(center % cols);
  return -Pupil::half_height <= rows_apart && rows_apart <= Pupil::half_height &&
         -Pupil::half_width <= cols_apart && cols_apart <= Pupil::half_width;
}

/// The pixel without the flash: if it is far redder than skin, its red becomes the mean of green and blue.
WARPGRADE_HD inline Rgba without_red(Rgba pixel) {
  const unsigned mean = (unsigned(pixel.green) + pixel.blue) / 2;
  if (4u * pixel.red > 7u * mean) pixel.red = static_cast<std::uint8_t>(mean);
  return pixel;
}

}  // namespace red_eye
