// Whole numbers in JSON that came from a runner, which is not trusted. nlohmann::json converts a number to
// any type that is asked for. If the number does not fit, the result is another number, or undefined.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace warpgrade {

/// Throws nlohmann::json::exception for all but a whole number that T can hold.
template <std::integral T>
T whole_number(const nlohmann::json& value) {
  if (value.is_number_unsigned() && std::in_range<T>(value.get<std::uint64_t>()))
    return static_cast<T>(value.get<std::uint64_t>());
  const bool is_signed = value.is_number_integer() && !value.is_number_unsigned();
  if (is_signed && std::in_range<T>(value.get<std::int64_t>()))
    return static_cast<T>(value.get<std::int64_t>());
  throw nlohmann::json::type_error::create(302, "a whole number is missing, or too large or too small",
                                           &value);
}

}  // namespace warpgrade
