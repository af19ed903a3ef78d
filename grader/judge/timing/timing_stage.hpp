// The stage of a grading that times: what passes all of its cases comparisons the reference, CUB and a copy.
#pragma once

#include <chrono>

#include "judge/build/builds.hpp"
#include "judge/gpu.hpp"
#include "judge/options.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"

namespace warpgrade::judge {

/// What a comparison gets that something else disturbed.
struct Patience {
  int attempts = 3;
  std::chrono::milliseconds between{2000};
};

/// Locks the GPU for the comparisons. Fills timing, timing_note and, for what only a timed call shows,
/// findings of the tasks' runs on cuda.
void time_all(Plan& plan, Workshop& workshop, const GradingOptions& options, const Gpu& gpu,
              const Report& report, const Patience& patience = {});

}  // namespace warpgrade::judge
