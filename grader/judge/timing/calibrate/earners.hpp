// Which right kernels earn which of a task's tiers. A tier that no kernel earns asks for a speed that nobody
// has shown to be possible.
#pragma once

#include <string>
#include <vector>

#include "judge/timing/calibrate/calibration.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

struct TierEarners {
  spec::TimingTier tier;
  std::vector<std::string> kernels;  ///< those whose best tier is this one, in their slowest run
};

/// For each tier of that kind; others are left out, since the kernels were measured in this unit. Kernels
/// that were not measured, or reach no tier, are in none.
std::vector<TierEarners> tier_earners(const std::vector<spec::TimingTier>& tiers,
                                      const std::vector<CalibratedKernel>& kernels, TierKind kind);

}  // namespace warpgrade::judge
