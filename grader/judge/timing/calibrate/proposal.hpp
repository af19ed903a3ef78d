// Thresholds from measurements: given how slow the reference and some slower kernels are, in several runs,
// where may thresholds lie so that noise never moves a kernel across one?
#pragma once

#include <string>
#include <vector>

#include "model/timing_result.hpp"

namespace warpgrade::judge {

/// A slowness (see MeasuredKernel) as a threshold of this kind, which must be relative; and back.
double in_unit(double slowness, TierKind kind);

/// One kernel, measured in several runs. A slowness is a time over the time of what it is compared with: a
/// ratio as it is, a share of the copy's bandwidth as its inverse. One for each run: the worst over all sizes
/// and inputs, since a task has the tier that it reaches in all of them.
struct MeasuredKernel {
  std::string name;
  std::vector<double> slowness;  ///< not empty
};

/// What the kernel may measure in another run, as far as these runs tell. The spread is the largest over the
/// smallest slowness, and at least 1 %; the zone reaches beyond both by it.
struct NoiseZone {
  double low = 0, high = 0, spread = 0;
};
NoiseZone noise_zone(const MeasuredKernel& kernel);

struct ProposedTier {
  double points = 0;
  double threshold = 0;  ///< in the unit of the kind
  std::string why;       ///< what it lies between
};

struct Proposal {
  std::vector<ProposedTier> tiers;  ///< by points, ascending
  std::string note;                 ///< why there are fewer than points were given; empty: there are not
};

/// How it goes:
///   best tier   the reference's slowest run and five spreads more, so that the reference itself never misses
///               it, even on a machine with five times this noise
///   others      in the gaps between the zones of slower kernels. The widest part of a gap is split next, in
///               equal ratios: one threshold lies in the geometric middle, two at a third each
/// They are at least 5 % away from each other and from the zones. Nothing lies beyond the slowest kernel,
/// where every kernel would have the points. Then thresholds are rounded, towards the student's advantage for
/// the best tier. `points`: ascending, not empty.
Proposal propose_tiers(const MeasuredKernel& reference, const std::vector<MeasuredKernel>& slower,
                       const std::vector<double>& points, TierKind kind);

/// [[task.timing.tier]] blocks, each with its reason as a comment; of one card, if it is named.
std::string to_toml(const Proposal& proposal, TierKind kind, const std::string& card = "");

}  // namespace warpgrade::judge
