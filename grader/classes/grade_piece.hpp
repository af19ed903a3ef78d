// Grades one piece of a class: one exercise of one attempt, as `warpgrade check` would grade it with the same
// seed.
#pragma once

#include <string>
#include <vector>

#include "classes/results_folder.hpp"
#include "classes/roll.hpp"
#include "judge/options.hpp"
#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

/// On the simulator. `base`: toolchain, cache, oracles, sandbox and seed. No text of the result names the
/// attempt: others may have handed in the same.
Result grade_on_simulator(const spec::Course& course, judge::GradingOptions base,
                          const ResultsFolder& results, const Piece& piece);

/// The tasks of this result that a GPU is to check and time: all that are right, if one of them has
/// thresholds for its times. An exercise without any is not worth the minutes that CUDA takes to compile it
/// for each student.
std::vector<std::string> tasks_for_gpu(const spec::Exercise& exercise, const Result& result);

/// Compiles what grade_on_gpu() needs, on the same `base`: nvcc takes seconds for each, in which a GPU would
/// wait.
void compile_for_gpu(const spec::Course& course, judge::GradingOptions base, const ResultsFolder& results,
                     const Piece& piece, const std::vector<std::string>& tasks);

/// Checks these tasks on a GPU, and times those that have thresholds.
Result grade_on_gpu(const spec::Course& course, judge::GradingOptions base, const ResultsFolder& results,
                    const Piece& piece, const std::vector<std::string>& tasks);

}  // namespace warpgrade::classes
