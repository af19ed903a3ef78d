#include "model/sandbox_tier.hpp"

#include <algorithm>

namespace warpgrade {

const SandboxTierInfo& info(SandboxTier tier) {
  return *std::ranges::find(kSandboxTiers, tier, &SandboxTierInfo::tier);
}

std::string_view to_string(SandboxTier tier) { return info(tier).name; }

}  // namespace warpgrade
