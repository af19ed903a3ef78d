// The types of keys and values that the cases use, by the names that stand as operators in the spec.
#pragma once

#include <cstdint>
#include <cstring>

namespace radix_sort_types {

/// Calls f(key) for the type of that name; false if there is none.
inline constexpr auto with_key = [](const char* name, auto&& f) -> bool {
  if (std::strcmp(name, "u32") == 0)
    f(std::uint32_t());
  else if (std::strcmp(name, "i32") == 0)
    f(std::int32_t());
  else if (std::strcmp(name, "f32") == 0)
    f(float());
  else if (std::strcmp(name, "u64") == 0)
    f(std::uint64_t());
  else
    return false;
  return true;
};

/// Calls f(key, value) for the types of a pair: the name of the key's, then of the value's.
inline constexpr auto with_pair = [](const char* name, auto&& f) -> bool {
  if (std::strcmp(name, "u32_u32") == 0)
    f(std::uint32_t(), std::uint32_t());
  else if (std::strcmp(name, "f32_u64") == 0)
    f(float(), std::uint64_t());
  else
    return false;
  return true;
};

}  // namespace radix_sort_types
