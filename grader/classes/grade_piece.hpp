// Grades one piece of a class: one exercise of one attempt, as `warpgrade check` would grade it with the same
// seed.
#pragma once

#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "judge/options.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

/// On the simulator. `base`: toolchain, cache, oracles, sandbox and seed. No text of the result names the
/// attempt: others may have handed in the same. Also writes down what a GPU is to check and time of it.
Result grade_on_simulator(const spec::Course& course, judge::GradingOptions base,
                          const ResultsFolder& results, const Piece& piece);

/// Compiles what grade_on_gpu() needs, on the same `base`: nvcc takes seconds for each, in which a GPU would
/// wait.
void compile_for_gpu(const spec::Course& course, judge::GradingOptions base, const ResultsFolder& results,
                     const Piece& piece);

/// Checks on a GPU what is right on the simulator, and times what has thresholds.
Result grade_on_gpu(const spec::Course& course, judge::GradingOptions base, const ResultsFolder& results,
                    const Piece& piece);

}  // namespace warpgrade::classes
