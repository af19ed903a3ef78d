// All is computed on slowness, where less is better and distances are ratios; only at the end thresholds
// become numbers of the spec's unit.
#include "judge/timing/calibrate/proposal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

constexpr double kLeastSpread = 0.01;  // times that can be graded are known to 1 %
constexpr double kSpreadsAboveReference = 5;
const double kLeastPart = std::log(1.05);
constexpr double kFarthest = 10;  // a kernel that is this many times as slow as the best tier earns nothing

/// Between two clusters of kernels: room for thresholds.
struct Gap {
  double low = 0, high = 0;
  std::string above, below;  ///< the kernels that it lies between
  int parts = 1;             ///< one more than the thresholds in it

  double part() const { return std::log(high / low) / parts; }
};

struct Cluster {
  NoiseZone zone;
  std::string fastest, slowest;
};

/// Kernels whose zones overlap can't be told apart. Ascending.
std::vector<Cluster> clusters_of(const std::vector<MeasuredKernel>& kernels) {
  std::vector<Cluster> zones;
  zones.reserve(kernels.size());
  for (const MeasuredKernel& kernel : kernels)
    zones.push_back({noise_zone(kernel), kernel.name, kernel.name});
  std::ranges::sort(zones, {}, [](const Cluster& c) { return c.zone.low; });
  std::vector<Cluster> clusters;
  for (const Cluster& next : zones) {
    if (clusters.empty() || next.zone.low > clusters.back().zone.high) {
      clusters.push_back(next);
    } else if (next.zone.high > clusters.back().zone.high) {
      clusters.back().zone.high = next.zone.high;
      clusters.back().slowest = next.slowest;
    }
  }
  return clusters;
}

/// Numbers that a person would write, from coarse to fine.
constexpr std::array kSteps = {0.5, 0.1, 0.05, 0.01, 0.005, 0.001, 0.0001};

/// The coarsest number near a slowness: rounding moves it by a quarter of its distance to the bounds at most.
double rounded(double slowness, double low, double high, TierKind kind) {
  const double allowed = 0.25 * std::log(std::min(high / slowness, slowness / low));
  for (const double step : kSteps) {
    const double value = std::round(in_unit(slowness, kind) / step) * step;
    if (value > 0 && std::abs(std::log(in_unit(value, kind) / slowness)) <= allowed) return value;
  }
  return in_unit(slowness, kind);
}

/// The coarsest number that is not below a slowness, steps of 0.05 at most, and below `high`.
double rounded_up(double slowness, double high, TierKind kind) {
  for (const double step : kSteps) {
    if (step > 0.05) continue;
    const double steps = in_unit(slowness, kind) / step;
    const double value = (info(kind).more_is_better ? std::floor(steps) : std::ceil(steps)) * step;
    if (value > 0 && in_unit(value, kind) < high) return value;
  }
  return in_unit(slowness, kind);
}

/// Where thresholds may lie behind the best tier's, which is where the first gap begins.
std::vector<Gap> gaps_after(double best, const std::vector<Cluster>& clusters) {
  std::vector<Gap> gaps;
  double low = best;
  std::string above = "the best tier";
  for (const Cluster& cluster : clusters) {
    if (low >= kFarthest * best) break;
    if (cluster.zone.low > low)
      gaps.push_back({low, std::min(cluster.zone.low, kFarthest * best), above, cluster.fastest});
    if (cluster.zone.high > low) {
      low = cluster.zone.high;
      above = cluster.slowest;
    }
  }
  return gaps;
}

/// Thresholds of one gap, descending in slowness as tiers ascend in points.
void add_thresholds(const Gap& gap, TierKind kind, std::vector<ProposedTier>& tiers) {
  for (int i = gap.parts - 1; i >= 1; --i) {
    const double slowness = gap.low * std::exp(gap.part() * i);
    tiers.push_back({0, rounded(slowness, gap.low, gap.high, kind),
                     fmt::format("between {} and {}", gap.above, gap.below)});
  }
}

}  // namespace

double in_unit(double slowness, TierKind kind) { return info(kind).more_is_better ? 1 / slowness : slowness; }

NoiseZone noise_zone(const MeasuredKernel& kernel) {
  const auto [least, most] = std::ranges::minmax(kernel.slowness);
  const double spread = std::max(most / least - 1, kLeastSpread);
  return {least / (1 + spread), most * (1 + spread), spread};
}

Proposal propose_tiers(const MeasuredKernel& reference, const std::vector<MeasuredKernel>& slower,
                       const std::vector<double>& points, TierKind kind) {
  const std::vector<Cluster> clusters = clusters_of(slower);
  const double slowest_run = std::ranges::max(reference.slowness);
  double best = slowest_run * (1 + kSpreadsAboveReference * noise_zone(reference).spread);
  // A kernel whose measurements lie at this threshold is as good as the reference: it gets the best tier,
  // too.
  for (const Cluster& cluster : clusters)
    if (best > cluster.zone.low && best < cluster.zone.high) best = cluster.zone.high;

  std::vector<Gap> gaps = gaps_after(best, clusters);
  const double room = gaps.empty() ? 2 * best : gaps.front().high;
  const double threshold = rounded_up(best, room, kind);
  if (!gaps.empty() && gaps.front().low == best) gaps.front().low = in_unit(threshold, kind);

  std::size_t wanted = points.size() - 1;
  for (; wanted > 0 && !gaps.empty(); --wanted) {
    const auto part_after_split = [](const Gap& gap) { return gap.part() * gap.parts / (gap.parts + 1); };
    Gap& widest = *std::ranges::max_element(gaps, {}, part_after_split);
    if (part_after_split(widest) < kLeastPart) break;
    ++widest.parts;
  }

  Proposal proposal;
  for (auto gap = gaps.rbegin(); gap != gaps.rend(); ++gap) add_thresholds(*gap, kind, proposal.tiers);
  proposal.tiers.push_back(
      {0, threshold,
       fmt::format("{} at {:.4g} in its slowest run, and {:g} spreads of {:.1f} %", reference.name,
                   in_unit(slowest_run, kind), kSpreadsAboveReference, 100 * noise_zone(reference).spread)});
  const std::size_t missing = points.size() - proposal.tiers.size();
  for (std::size_t i = 0; i < proposal.tiers.size(); ++i) proposal.tiers[i].points = points[missing + i];
  if (missing > 0)
    proposal.note = fmt::format(
        "{} tiers were asked for, and there is room for {}: more thresholds need more kernels that are right "
        "and slower",
        points.size(), proposal.tiers.size());
  return proposal;
}

std::string to_toml(const Proposal& proposal, TierKind kind, const std::string& card) {
  const std::string table =
      card.empty() ? "task.timing.tier" : fmt::format(R"(task.timing.gpu."{}".tier)", card);
  std::string toml;
  if (!proposal.note.empty()) toml += "# " + proposal.note + "\n";
  for (const ProposedTier& tier : proposal.tiers) {
    std::string threshold = fmt::format("{:g}", tier.threshold);
    if (threshold.find('.') == std::string::npos) threshold += ".0";
    toml += fmt::format("[[{}]]\npoints = {:g}\n{} = {}  # {}\n", table, tier.points, to_string(kind),
                        threshold, tier.why);
  }
  return toml;
}

}  // namespace warpgrade::judge
