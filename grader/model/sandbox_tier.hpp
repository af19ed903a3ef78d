// How well a submission's code was kept from the machine that grades it.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace warpgrade {

enum class SandboxTier { bubblewrap, landlock, user, none };

struct SandboxTierInfo {
  SandboxTier tier;
  std::string_view name;   ///< in result.json
  std::string_view words;  ///< what reports say of a tier that is weaker than the best; empty: nothing
};

/// From the strongest to the weakest.
inline constexpr std::array<SandboxTierInfo, 4> kSandboxTiers{{
    {SandboxTier::bubblewrap, "bubblewrap", ""},
    {SandboxTier::landlock, "landlock",
     "Sandbox: Landlock, weaker than bubblewrap (./grade doctor says why)."},
    {SandboxTier::user, "user",
     "Sandbox: only another user's rights, the weakest (./grade doctor says why)."},
    {SandboxTier::none, "none",
     "NO SANDBOX: submissions ran as you, and could read and change all that you can (./grade doctor says "
     "why)."},
}};

inline const SandboxTierInfo& info(SandboxTier tier) {
  return *std::ranges::find(kSandboxTiers, tier, &SandboxTierInfo::tier);
}
inline std::string_view to_string(SandboxTier tier) { return info(tier).name; }

}  // namespace warpgrade
