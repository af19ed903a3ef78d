// From figures to tiers and points. The interval must clear a threshold, not the point; where it still holds
// the threshold after all repetitions, the student gets the benefit of the doubt.
#pragma once

#include <string>
#include <vector>

#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// The tiers that hold on a card of this name: its overrides, else those for all cards.
const std::vector<spec::TimingTier>& tiers_for(const spec::Timing& timing, const std::string& gpu);

enum class Standing { below, in_doubt, reached };

/// How a measurement stands to one tier. Nothing to compare with (no reference, no CUB): below.
Standing standing(const TimingResult& figures, const spec::TimingTier& tier);

/// Does the interval of no tier's figure hold its threshold? Then more repetitions would change nothing.
bool is_decided(const TimingResult& figures, const std::vector<spec::TimingTier>& tiers);

/// Sets tier and in_doubt: the best tier reached, or in doubt.
void award_tier(TimingResult& figures, const std::vector<spec::TimingTier>& tiers);

/// Fills tiers, tier, timing_points, waiting_points and adds the tier's points to the score of a task whose
/// cases have been scored. The tier is the lowest over all of task.timing. Points that wait: those of better
/// tiers that could not be measured here; all of them if `timing_note` says that nothing was timed.
void award_timing_points(TaskResult& task, const std::vector<spec::TimingTier>& tiers);

}  // namespace warpgrade::judge
