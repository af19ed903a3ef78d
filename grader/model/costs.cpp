#include "model/costs.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warpgrade {
namespace {

constexpr Cost kCosts[] = {
#define WARPGRADE_COST(word, how, host, of, words, advice, ...) \
  {.name = #word,                                               \
   .measured_by = MeasuredBy::how,                              \
   .outside_kernels = host,                                     \
   .unit = of,                                                  \
   .meaning = words,                                            \
   .remedy = advice,                                            \
   __VA_ARGS__},
#define WARPGRADE_TRACED_COST(name, ...) \
  WARPGRADE_COST(name, traced_operator, false, __VA_ARGS__, .no_gpu_shortens = true)
#define WARPGRADE_COUNTED_COST(name, figure, ...) WARPGRADE_COST(name, simulator, false, __VA_ARGS__)
#define WARPGRADE_HOST_COST(name, figure, ...) WARPGRADE_COST(name, simulator, true, __VA_ARGS__)
#include "model/costs.def"
#undef WARPGRADE_TRACED_COST
#undef WARPGRADE_COUNTED_COST
#undef WARPGRADE_HOST_COST
#undef WARPGRADE_COST
};

}  // namespace

std::span<const Cost> all_costs() { return kCosts; }

const Cost& cost_named(std::string_view name) {
  const auto* found = std::ranges::find(kCosts, name, &Cost::name);
  if (found == std::end(kCosts)) throw std::out_of_range("no cost is named '" + std::string(name) + "'");
  return *found;
}

}  // namespace warpgrade
