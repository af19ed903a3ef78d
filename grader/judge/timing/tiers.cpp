// An interval has a worse and a better end. The kind of the tier decides which end is the better one;
// everything else is the same for all kinds.
#include "judge/timing/tiers.hpp"

#include <cstddef>
#include <optional>

namespace warpgrade::judge {
namespace {

/// A median that misses a threshold by more than this share is not in doubt, however wide the interval is.
/// Without this limit a submission could gain by disturbing some of its repetitions.
constexpr double kMostDoubt = 0.03;

}  // namespace

const std::vector<spec::TimingTier>& tiers_for(const spec::Timing& timing, const std::string& gpu) {
  const auto own = timing.gpu.find(gpu);
  return own == timing.gpu.end() ? timing.tiers : own->second;
}

std::string other_card_of_tiers(const spec::Timing& timing, const std::string& gpu) {
  return gpu == timing.calibrated_on || timing.gpu.contains(gpu) ? "" : timing.calibrated_on;
}

Standing standing(const TimingResult& figures, const spec::TimingTier& tier) {
  const std::optional<Measured> measured = figure(figures, tier.kind);
  if (!measured) return Standing::below;
  const bool more_is_better = info(tier.kind).more_is_better;
  const double sign = more_is_better ? 1 : -1;
  const double worse = sign * (more_is_better ? measured->low : measured->high);
  const double better = sign * (more_is_better ? measured->high : measured->low);
  const double needed = sign * tier.threshold;
  if (worse >= needed) return Standing::reached;
  const bool is_near = sign * measured->value >= needed - kMostDoubt * tier.threshold;
  return better >= needed && is_near ? Standing::in_doubt : Standing::below;  // NaN is below, too
}

void award_tier(TimingResult& figures, const std::vector<spec::TimingTier>& tiers) {
  figures.tier = 0;
  figures.in_doubt = false;
  for (std::size_t i = 0; i < tiers.size(); ++i) {
    const Standing stands = standing(figures, tiers[i]);
    if (stands == Standing::below) continue;
    figures.tier = int(i + 1);
    figures.in_doubt = stands == Standing::in_doubt;
  }
}

}  // namespace warpgrade::judge
