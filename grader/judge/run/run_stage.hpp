// The second stage of grading: every case is made, called and judged.
#pragma once

#include <map>
#include <string>

#include "judge/compile/build_stage.hpp"
#include "judge/options.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"
#include "protocol/runner_messages.hpp"

namespace warpgrade::judge {

/// Runs all cases that have a runner; the others get the verdict of their build. Returns the greetings
/// of the runners, by device.
std::map<DeviceKind, protocol::Hello> run_all(Plan& plan, Workshop& workshop, const GradingOptions& options,
                                              const Report& report);

}  // namespace warpgrade::judge
