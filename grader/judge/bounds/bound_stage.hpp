// The stage of a grading that bounds times without a GPU (./grade --on CARD): a task whose results are right
// is called twice more on the simulator, which counts what it does. From the counts of these two small calls
// follows what the task would ask of the card at the sizes that are timed.
#pragma once

#include "judge/compile/build_stage.hpp"
#include "judge/options.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"

namespace warpgrade::judge {

/// Fills in the bounds of the tasks' runs on the simulator, of all tasks with a [task.timing].
void bound_all(Plan& plan, Workshop& workshop, const Card& card, const GradingOptions& options,
               const Report& report);

}  // namespace warpgrade::judge
