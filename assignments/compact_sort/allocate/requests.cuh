// What inputs of `expand` ask for, on host and device: the oracle uses the very same functors. Both over u32
// share one functor type, which picks at run time, so that a submission is compiled once for both.
#pragma once

#include <cstdint>
#include <cstring>

#include <warpgrade/ops.cuh>

namespace allocate {

/// A run: the low 7 bits say by how much it is shorter than the longest one, the others what it holds: one
/// value, or a ramp that starts there. So 0 asks for the most: who asks about something that is no input (a
/// zero past the end) gets too many slots.
struct Run {
  using value_type = std::uint32_t;
  using slot_type = std::uint32_t;
  static constexpr unsigned most_slots = 100;
  bool is_ramp;
  WARPGRADE_HD unsigned slots(std::uint32_t x) const { return most_slots - x % 128; }
  WARPGRADE_HD std::uint32_t slot(std::uint32_t x, unsigned j) const { return x / 128 + (is_ramp ? j : 0); }
};

/// The places of the bits that are set in a byte, from the lowest.
struct SetBits {
  using value_type = std::uint8_t;
  using slot_type = std::uint8_t;
  static constexpr unsigned most_slots = 8;
  WARPGRADE_HD unsigned slots(std::uint8_t x) const {
    unsigned count = 0;
    for (unsigned rest = x; rest != 0; rest &= rest - 1) ++count;
    return count;
  }
  WARPGRADE_HD std::uint8_t slot(std::uint8_t x, unsigned j) const {
    std::uint8_t place = 0;
    for (unsigned rest = x; rest != 0; rest /= 2, ++place)
      if (rest % 2 == 1 && j-- == 0) return place;
    return place;  // there is no j-th one
  }
};

/// Calls f(ask) for the functor of that name; false if there is none.
inline constexpr auto with_request = [](const char* name, auto&& f) -> bool {
  if (std::strcmp(name, "repeat_u32") == 0)
    f(Run{false});
  else if (std::strcmp(name, "ramp_u32") == 0)
    f(Run{true});
  else if (std::strcmp(name, "bits_u8") == 0)
    f(SetBits());
  else
    return false;
  return true;
};

}  // namespace allocate
