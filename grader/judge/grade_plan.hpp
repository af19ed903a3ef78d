// The heart of grade(), with the devices chosen and the outside world passed in.
#pragma once

#include "judge/devices.hpp"
#include "judge/grading.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"

namespace warpgrade::judge {

Result grade_plan(Plan plan, const Devices& devices, Workshop& workshop, const GradingOptions& options);

}  // namespace warpgrade::judge
