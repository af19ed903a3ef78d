// One result of two: of the simulator, and of a GPU that graded some of its right tasks.
#pragma once

#include "model/result.hpp"

namespace warpgrade::classes {

/// `simulator` with the tasks that `gpu` has as a grading on both devices would show them. Such a task was
/// right on the simulator, so the GPU decides its verdict and points.
Result joined(Result simulator, const Result& gpu);

}  // namespace warpgrade::classes
