// Claims against the judge's clock. The events that give a time are recorded in the contestant's process, so
// they are only a claim. The judge's own times are longer by what messages cost; the trusted contestants show
// by how much. What is beyond that, a submission did off the record, and it is added to its times.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"

namespace warpgrade::judge {

/// Sets Comparison::hidden_ms and each Sample::ms of the contestants that are not trusted. It can be asked
/// again when there are more repetitions.
void settle(Comparison& comparison, const std::vector<Contestant>& contestants);

/// The contestant's median time, if no card of this model can be that fast. Ask when all is settled.
std::optional<double> impossible_ms(const Comparison& comparison, std::size_t contestant);

}  // namespace warpgrade::judge
