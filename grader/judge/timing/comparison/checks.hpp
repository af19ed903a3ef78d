// What the judge checks of the contestants while they are compared. Each check excludes those who fail it.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "judge/timing/comparison/comparison_data.hpp"
#include "judge/timing/comparison/participants.hpp"
#include "judge/timing/comparison/referee_process.hpp"

namespace warpgrade::judge {

/// What the judge saw in one repetition.
struct Observations {
  std::vector<protocol::Sums> sums;                  ///< of each contestant's arrays
  std::vector<std::pair<std::size_t, int>> threads;  ///< contestant, count before its call
};

/// All outputs must be equal to those of the authority, and so must the inputs after the call.
void check_answers(Participants& participants, const Observations& seen, const ComparisonData& data,
                   RefereeProcess& referee);

/// A thread that is alive between two calls can work before the clock runs and after it has stopped. CUDA has
/// threads of its own; the trusted contestants show how many.
void check_threads(Participants& participants, const Observations& seen);

/// A process that leaves its group and its parent is not stopped with its contestant, and may slow down the
/// others. To find it, all processes of the machine must be looked at, so this is done between repetitions.
void check_orphans(Participants& participants);

/// A call can't be faster than the memory delivers its arrays: then the work was not done, or not in that
/// time. If one of the course's own contestants is that fast, the memory is faster than the driver says, and
/// nobody is excluded.
void check_times(Participants& participants, const Comparison& comparison, std::uint64_t n);

}  // namespace warpgrade::judge
