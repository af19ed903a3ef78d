// The types of keys that the cases use, by the names that stand as operators in the spec.
#pragma once

#include <cstdint>
#include <cstring>

namespace quick_sort_types {

/// Calls f(key) for the type of that name; false if there is none.
inline constexpr auto with_key = [](const char* name, auto&& f) -> bool {
  if (std::strcmp(name, "i32") == 0)
    f(std::int32_t());
  else if (std::strcmp(name, "u64") == 0)
    f(std::uint64_t());
  else
    return false;
  return true;
};

}  // namespace quick_sort_types
