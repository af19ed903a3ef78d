// Compares claimed times with the judge's clock. The events that give a time are recorded in the contestant's
// process, so the time is only a claim. The judge's own times are longer, because messages take time; the
// trusted contestants show how much longer. If a submission's are longer than that, it has worked outside of
// its events, and the difference is added to its times.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"

namespace warpgrade::judge {

/// Sets Comparison::hidden_ms and each Sample::ms of the contestants that are not trusted. Can be called
/// again when there are more repetitions.
void settle(Comparison& comparison, const std::vector<Contestant>& contestants);

/// The contestant's median time, if no card of this model can be that fast. Call it after settle().
std::optional<double> impossible_ms(const Comparison& comparison, std::size_t contestant);

}  // namespace warpgrade::judge
