#include "judge/timing/calibrate/earners.hpp"

#include <algorithm>

namespace warpgrade::judge {

std::vector<TierEarners> tier_earners(const std::vector<spec::TimingTier>& tiers,
                                      const std::vector<CalibratedKernel>& kernels, TierKind kind) {
  std::vector<TierEarners> all;
  for (const spec::TimingTier& tier : tiers)
    if (tier.kind == kind) all.push_back({tier, {}});
  for (const CalibratedKernel& kernel : kernels) {
    if (kernel.slowness.empty()) continue;
    const double slowest = std::ranges::max(kernel.slowness);
    const auto best = std::find_if(all.rbegin(), all.rend(), [&](const TierEarners& earners) {
      return slowest <= in_unit(earners.tier.threshold, kind);
    });
    if (best != all.rend()) best->kernels.push_back(kernel.name);
  }
  return all;
}

}  // namespace warpgrade::judge
