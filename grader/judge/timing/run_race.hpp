// One race, with the referee and the contestants' processes at hand (race_track.cpp).
#pragma once

#include <functional>
#include <vector>

#include "judge/timing/race.hpp"
#include "judge/timing/racing_child.hpp"
#include "judge/timing/referee_child.hpp"

namespace warpgrade::judge {

/// As RaceTrack::run. `children`: one for each contestant. Throws RefereeFault; whatever happens, all
/// children have closed their arrays by then, or have been ended.
Race run_race(const RaceRequest& request, const std::vector<Contestant>& contestants,
              const RaceLimits& limits, RefereeChild& referee, std::vector<RacingChild*> children,
              const std::function<bool(const Race&)>& enough);

}  // namespace warpgrade::judge
