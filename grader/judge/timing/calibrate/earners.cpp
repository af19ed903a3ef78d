#include "judge/timing/calibrate/earners.hpp"

#include <algorithm>
#include <ranges>

namespace warpgrade::judge {

std::vector<TierEarners> tier_earners(const std::vector<spec::TimingTier>& tiers,
                                      const std::vector<CalibratedKernel>& kernels, TierKind kind) {
  std::vector<TierEarners> all;
  for (const spec::TimingTier& tier : tiers)
    if (tier.kind == kind) all.push_back({tier, {}});
  for (const CalibratedKernel& kernel : kernels) {
    if (kernel.slowness.empty()) continue;
    const double slowest = std::ranges::max(kernel.slowness);
    const auto best = std::ranges::find_if(all | std::views::reverse, [&](const TierEarners& earners) {
      return slowest <= in_unit(earners.tier.threshold, kind);
    });
    if (best != all.rend()) best->kernels.push_back(kernel.name);
  }
  return all;
}

}  // namespace warpgrade::judge
