// The stage of a grading that times: what passes all of its cases races the reference, CUB and a copy.
#pragma once

#include <string>

#include "judge/builds.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"

namespace warpgrade::judge {

/// The GPU that tasks are timed on.
struct TimingGpu {
  std::string name;
  int compute_capability = 0;  ///< 90 for 9.0
};

/// Fills timing, timing_note and, for what only a timed call shows, findings of the tasks' runs on cuda.
void time_all(Plan& plan, Workshop& workshop, const GradingOptions& options, const TimingGpu& gpu,
              const Report& report);

}  // namespace warpgrade::judge
