// What a solution can cost besides its time. costs.def is the list.
#pragma once

#include <span>
#include <string_view>

namespace warpgrade {

enum class MeasuredBy { traced_operator, simulator };

struct Cost {
  std::string_view name;  ///< in specs and in result.json
  MeasuredBy measured_by;
  std::string_view unit;
  std::string_view remedy;
};

std::span<const Cost> all_costs();

/// Throws std::out_of_range for a name that is not in the list.
const Cost& cost_named(std::string_view name);

}  // namespace warpgrade
