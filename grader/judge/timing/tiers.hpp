// From figures to tiers. A tier is reached if the whole interval is better than its threshold. If the
// threshold still lies within the interval after all repetitions, the student gets the tier, unless the
// median is far from the threshold. Points for tiers: scoring.hpp.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// The tiers that hold on a card of this name: its overrides, else those for all cards.
const std::vector<spec::TimingTier>& tiers_for(const spec::Timing& timing, const std::string& gpu);
/// The card that these were calibrated on, where it is another one; else empty.
std::string other_card_of_tiers(const spec::Timing& timing, const std::string& gpu);

enum class Standing { below, in_doubt, reached };

/// How a measurement stands to one tier. If there is nothing to compare with (no reference, no CUB), it is
/// below.
Standing standing(const TimingResult& figures, const spec::TimingTier& tier);

/// Sets tier and in_doubt: the best tier reached, or in doubt. If it is not in doubt, more repetitions would
/// change nothing. (A tier below one that is reached may stay in doubt: it does not matter any more.)
void award_tier(TimingResult& figures, const std::vector<spec::TimingTier>& tiers);

}  // namespace warpgrade::judge
