#include "judge/bounds/lower_bound.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::judge {
namespace {

constexpr double kSectorBytes = 32;
constexpr double kPortBytesPerClock = 64;  // of one multiprocessor, from the level-2 cache
/// Less than a launch takes on any card that is known, whatever overlaps.
constexpr double kLaunchMs = 0.0005;

/// What is asked of one part of the card, and how long that takes.
struct Demand {
  Limit limit;
  double amount = 0, ms = 0;
};

/// What grows slower than this, while n grows by a factor, is taken for constant: a logarithm, a fixed number
/// of blocks.
constexpr double kLinearGrowth = 0.75;

double grown(double small, double large, double factor, double n_over_large) {
  if (large < kLinearGrowth * factor * small || small > large) return large;
  const double slope = (large - small) / (1 - 1 / factor);  // for each `large.n` elements
  return std::min(large * n_over_large, large + slope * (n_over_large - 1));
}

using Figure = double KernelCounts::*;
constexpr std::array<Figure, 6> kFigures{&KernelCounts::launches,      &KernelCounts::read_sectors,
                                         &KernelCounts::fresh_sectors, &KernelCounts::written_sectors,
                                         &KernelCounts::memory_passes, &KernelCounts::hot_atomics};

/// Bytes that must pass between memory and the card's cache. Between two launches the cache may keep what it
/// can hold, once as input of the next launch and once as output that is still to be written.
double memory_bytes(const KernelCounts& kernel, const Card& card) {
  const double kept = kernel.launches * card.cache_mb * 1024 * 1024;
  const double again = kernel.read_sectors - kernel.fresh_sectors;
  return kernel.fresh_sectors * kSectorBytes + std::max(0.0, again * kSectorBytes - kept) +
         std::max(0.0, kernel.written_sectors * kSectorBytes - kept);
}

/// What a kernel asks of each part of the card, in the order of Limit.
std::array<Demand, 5> demands_of(const KernelCounts& kernel, const Card& card) {
  const double clocks_per_ms = card.mhz * 1e3, bytes = memory_bytes(kernel, card);
  const double turns = kernel.memory_passes,
               through_port = kernel.read_sectors * kSectorBytes / kPortBytesPerClock;
  return {{{Limit::memory, bytes, bytes / (card.gb_per_second * 1e6)},
           {Limit::load_store, turns, turns / card.multiprocessors / clocks_per_ms},
           {Limit::one_block, turns, kernel.one_block ? std::max(turns, through_port) / clocks_per_ms : 0},
           {Limit::atomics, kernel.hot_atomics, kernel.hot_atomics / clocks_per_ms},
           {Limit::launches, kernel.launches, kernel.launches * kLaunchMs}}};
}

bool takes_less(const Demand& a, const Demand& b) { return a.ms < b.ms; }

}  // namespace

CountedCall extrapolated(const CountedCall& small, const CountedCall& large, std::uint64_t n) {
  const double factor = double(large.n) / double(small.n), n_over_large = double(n) / double(large.n);
  CountedCall call{n, {}, large.compulsory_bytes * n_over_large};
  for (KernelCounts kernel : large.kernels) {
    const auto before = std::ranges::find(small.kernels, kernel.kernel, &KernelCounts::kernel);
    if (before != small.kernels.end()) {
      kernel.one_block = kernel.one_block && before->one_block;
      for (const Figure figure : kFigures)
        kernel.*figure = grown((*before).*figure, kernel.*figure, factor, n_over_large);
    }
    call.kernels.push_back(std::move(kernel));
  }
  return call;
}

TimeBound lower_bound(const CountedCall& call, const Card& card) {
  const bool in_turn = std::ranges::none_of(call.kernels, &KernelCounts::overlaps);
  std::array<Demand, 5> sums = demands_of({}, card);
  double ms = 0;
  std::array<double, 5> ms_limited_by{};
  for (const KernelCounts& kernel : call.kernels) {
    const std::array<Demand, 5> demands = demands_of(kernel, card);
    const auto longest = std::size_t(std::ranges::max_element(demands, takes_less) - demands.begin());
    ms += demands[longest].ms;
    ms_limited_by[longest] += demands[longest].ms;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i].amount += demands[i].amount;
      sums[i].ms += demands[i].ms;
    }
  }
  const auto longest = std::size_t(in_turn ? std::ranges::max_element(ms_limited_by) - ms_limited_by.begin()
                                           : std::ranges::max_element(sums, takes_less) - sums.begin());
  TimeBound bound;
  bound.n = call.n;
  bound.ms = in_turn ? ms : sums[longest].ms;
  bound.limit = sums[longest].limit;
  bound.amount = sums[longest].amount;
  bound.compulsory_bytes = call.compulsory_bytes;
  const double copy_ms = call.compulsory_bytes / (card.gb_per_second * 1e6);
  bound.copy_fraction = bound.ms > 0 ? std::min(1.0, copy_ms / bound.ms) : 1;
  return bound;
}

}  // namespace warpgrade::judge
