// The first stage of grading: a runner for each task, or the reason why there is none.
#pragma once

#include "judge/options.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"

namespace warpgrade::judge {

/// Several workers call it at the same time, so the function must lock what it uses (see ProgressReport in
/// grading.cpp).
using Report = std::function<void(Progress)>;

/// Builds each exercise once per device with all of its tasks. If that does not compile, each task is built
/// alone, so that a broken one costs only itself.
void build_all(Plan& plan, Workshop& workshop, const GradingOptions& options, const Report& report);

}  // namespace warpgrade::judge
