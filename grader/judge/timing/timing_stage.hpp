// The stage of a grading that times: a task that passes all of its cases is compared with the reference, with
// CUB and with a copy of memory.
#pragma once

#include <chrono>

#include "judge/compile/build_stage.hpp"
#include "judge/devices.hpp"
#include "judge/options.hpp"
#include "judge/plan.hpp"
#include "judge/workshop.hpp"

namespace warpgrade::judge {

/// How often a comparison is tried again that something else disturbed.
struct Retries {
  int attempts = 3;
  std::chrono::milliseconds pause{2000};  ///< between two of them
};

/// Locks the GPU for the comparisons. Fills timing, timing_note and, for what only a timed call shows,
/// findings of the tasks' runs on cuda.
void time_all(Plan& plan, Workshop& workshop, const GradingOptions& options, const Gpu& gpu,
              const Report& report, const Retries& retries = {});

}  // namespace warpgrade::judge
