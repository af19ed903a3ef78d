// Times of whole programs on a GPU: each contestant is run as in a case, one after the other, over and over.
// Its time is that from its main() to its end, with all that the device still has to do, by the judge's
// clock; or the one that it prints. CUDA has started before, so that is no part of it.
#pragma once

#include <memory>

#include "judge/timing/comparison/comparison.hpp"
#include "judge/workshop.hpp"

namespace warpgrade::judge {

/// A program starts in half a second, and its times vary more than those of a kernel.
inline constexpr ComparisonLimits kProgramLimits{
    .min_repetitions = 9, .max_repetitions = 40, .max_seconds = 25};

/// Compares programs; the requests must name one. `workshop` must outlive it.
std::unique_ptr<Timer> make_program_timer(Workshop& workshop);

}  // namespace warpgrade::judge
