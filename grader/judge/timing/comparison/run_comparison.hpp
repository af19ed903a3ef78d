// One comparison, with the referee and the contestants' processes at hand (timer.cpp).
#pragma once

#include <functional>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"
#include "judge/timing/comparison/contestant_process.hpp"
#include "judge/timing/comparison/referee_process.hpp"

namespace warpgrade::judge {

/// As Timer::run. `processes`: one for each contestant. Throws RefereeFault. When it returns or throws, each
/// process has closed its arrays or has been ended.
Comparison run_comparison(const ComparisonRequest& request, kit::Oracle oracle,
                          const std::vector<Contestant>& contestants, const ComparisonLimits& limits,
                          RefereeProcess& referee, std::vector<ContestantProcess*> processes,
                          const std::function<bool(const Comparison&)>& enough);

}  // namespace warpgrade::judge
