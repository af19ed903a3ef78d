// The binnings that the cases use: functors from a value to its bin, or to -1 for 'ignore me'.
// They work on host and device: the oracle uses the very same ones.
#pragma once

#include <cstdint>
#include <cstring>

#include <warpgrade/ops.cuh>

namespace histogram {

/// Lower-case letters in bins of four: a-d, e-h, …, u-x, y-z. Everything else is ignored.
struct LettersByFour {
  using value_type = std::uint8_t;
  static constexpr int default_bins = 7;
  WARPGRADE_HD int operator()(std::uint8_t c) const { return c >= 'a' && c <= 'z' ? (c - 'a') / 4 : -1; }
};

/// A byte is its own bin. With fewer than 256 bins the large values are out of range.
struct ByteValue {
  using value_type = std::uint8_t;
  static constexpr int default_bins = 256;
  WARPGRADE_HD int operator()(std::uint8_t value) const { return value; }
};

/// Equal bins over [0, 1). Outside (and NaN): ignored. One multiplication only, so that host and device
/// round alike.
struct UniformFloat {
  using value_type = float;
  static constexpr int default_bins = 100;
  float bin_count;
  WARPGRADE_HD int operator()(float value) const {
    return value >= 0.0f && value < 1.0f ? static_cast<int>(value * bin_count) : -1;
  }
};

/// Calls f(bin_of) for the binning of that name; false if there is none.
inline constexpr auto with_binning = [](const char* name, int bin_count, auto&& f) -> bool {
  if (std::strcmp(name, "letters_by_four") == 0)
    f(LettersByFour());
  else if (std::strcmp(name, "byte_value") == 0)
    f(ByteValue());
  else if (std::strcmp(name, "uniform_float") == 0)
    f(UniformFloat{static_cast<float>(bin_count)});
  else
    return false;
  return true;
};

}  // namespace histogram
