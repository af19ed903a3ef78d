#include "model/costs.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warpgrade {
namespace {

constexpr Cost kCosts[] = {
#define WARPGRADE_TRACED_COST(name, unit, remedy) {#name, MeasuredBy::traced_operator, unit, remedy},
#define WARPGRADE_COUNTED_COST(name, figure, unit, remedy) {#name, MeasuredBy::simulator, unit, remedy},
#include "model/costs.def"
#undef WARPGRADE_TRACED_COST
#undef WARPGRADE_COUNTED_COST
};

}  // namespace

std::span<const Cost> all_costs() { return kCosts; }

const Cost& cost_named(std::string_view name) {
  const auto* found = std::ranges::find(kCosts, name, &Cost::name);
  if (found == std::end(kCosts)) throw std::out_of_range("no cost is named '" + std::string(name) + "'");
  return *found;
}

}  // namespace warpgrade
