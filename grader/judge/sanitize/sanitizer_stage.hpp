// The last stage of grading on a GPU, if asked for: a few small cases of each task once more under each tool
// of compute-sanitizer. It sees in a run what the GPU lets pass: stray accesses (memcheck), races for shared
// memory (racecheck), memory read before it is written (initcheck), barriers that not all threads reach
// (synccheck). Its reports become findings of the task, beside those of the cases.
#pragma once

#include "judge/compile/build_stage.hpp"
#include "judge/plan.hpp"
#include "judge/sanitize/compute_sanitizer.hpp"
#include "judge/workshop.hpp"

namespace warpgrade::judge {

/// The cases that a tool looks at: few and small, since it slows them down by ten or more, but of many sizes.
std::vector<const Case*> cases_for_sanitizers(const std::vector<Case>& cases);

/// All tasks of the plan that have a runner for cuda. `jobs` tools run at a time: nothing is timed here.
void sanitize_all(Plan& plan, Workshop& workshop, const ComputeSanitizer& sanitizer, int jobs,
                  const Report& report);

}  // namespace warpgrade::judge
