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

/// The tasks of this result that a GPU is to time: right ones with thresholds for their times.
std::vector<std::string> tasks_to_time(const spec::Exercise& exercise, const Result& result);

/// Checks and times these tasks on a GPU.
Result grade_on_gpu(const spec::Course& course, judge::GradingOptions base, const ResultsFolder& results,
                    const Piece& piece, const std::vector<std::string>& tasks);

}  // namespace warpgrade::classes
