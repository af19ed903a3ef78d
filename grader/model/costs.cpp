#include "model/costs.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warpgrade {
namespace {

constexpr Cost kCosts[] = {
#define WARPGRADE_TRACED_COST(name, unit, meaning, remedy) \
  {#name, MeasuredBy::traced_operator, /*outside_kernels=*/false, unit, meaning, remedy},
#define WARPGRADE_COUNTED_COST(name, figure, unit, meaning, remedy) \
  {#name, MeasuredBy::simulator, /*outside_kernels=*/false, unit, meaning, remedy},
#define WARPGRADE_HOST_COST(name, figure, unit, meaning, remedy) \
  {#name, MeasuredBy::simulator, /*outside_kernels=*/true, unit, meaning, remedy},
#include "model/costs.def"
#undef WARPGRADE_TRACED_COST
#undef WARPGRADE_COUNTED_COST
#undef WARPGRADE_HOST_COST
};

}  // namespace

std::span<const Cost> all_costs() { return kCosts; }

const Cost& cost_named(std::string_view name) {
  const auto* found = std::ranges::find(kCosts, name, &Cost::name);
  if (found == std::end(kCosts)) throw std::out_of_range("no cost is named '" + std::string(name) + "'");
  return *found;
}

bool no_gpu_shortens(const Cost& cost) {
  constexpr std::string_view names[] = {"launches", "serial_accesses", "serial_steps", "block_accesses"};
  return cost.measured_by == MeasuredBy::traced_operator || std::ranges::count(names, cost.name) > 0;
}

}  // namespace warpgrade
