// The types of elements that run_lengths is called with, by the names that stand as operators in the spec.
#pragma once

#include <cstdint>
#include <cstring>

namespace histogram_by_sort_types {

/// Calls f(element) for the type of that name; false if there is none.
inline constexpr auto with_element = [](const char* name, auto&& f) -> bool {
  if (std::strcmp(name, "u8") == 0)
    f(std::uint8_t());
  else if (std::strcmp(name, "i32") == 0)
    f(std::int32_t());
  else
    return false;
  return true;
};

}  // namespace histogram_by_sort_types
