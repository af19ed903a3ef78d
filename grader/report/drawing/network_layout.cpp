#include <algorithm>
#include <map>
#include <utility>

#include "report/drawing/network.hpp"

namespace warpgrade::report::drawing {
namespace {

/// A block of a launch, while its comparators get their steps.
struct Progress {
  Phases phases;
  unsigned first_wire = ~0u, last_wire = 0;
};

class NetworkLayouter {
 public:
  explicit NetworkLayouter(const Network& network) : network_(network) {
    layout_.comparators.resize(network.comparators.size());
  }

  NetworkLayout lay_out() {
    for (unsigned launch = 0; launch < network_.recording->launches.size(); ++launch) place_launch(launch);
    return std::move(layout_);
  }

 private:
  void place_launch(unsigned launch) {
    const unsigned first_step = layout_.steps();
    std::map<unsigned, Progress> blocks;
    for (std::size_t i = 0; i < network_.comparators.size(); ++i) {
      const Comparator& comparator = network_.comparators[i];
      if (comparator.launch != launch) continue;
      Progress& block = blocks.try_emplace(comparator.block, Progress{Phases(first_step)}).first->second;
      const unsigned step = earliest_step(comparator, block);
      layout_.comparators[i] = {step, free_lane(step, comparator)};
      block.phases.take(step);
      block.first_wire = std::min(block.first_wire, first_wire(comparator));
      block.last_wire = std::max(block.last_wire, last_wire(comparator));
    }
    if (blocks.empty()) return;
    for (auto& [number, block] : blocks) keep_barriers(launch, number, block);
    layout_.launches.push_back({launch, first_step, layout_.steps() - 1});
  }

  unsigned earliest_step(const Comparator& comparator, Progress& block) {
    unsigned step = block.phases.begin_of(comparator.phase);
    for (const State& state : {comparator.left, comparator.right})
      if (state.maker != State::kInput && network_.comparators[state.maker].launch == comparator.launch)
        step = std::max(step, layout_.comparators[state.maker].step + 1);
    return step;
  }

  unsigned free_lane(unsigned step, const Comparator& comparator) {
    if (step >= layout_.lanes.size()) layout_.lanes.resize(step + 1, 0);
    auto& spans = taken_[step];
    unsigned lane = 0;
    const auto covers = [&](const std::pair<unsigned, std::pair<unsigned, unsigned>>& one) {
      return one.first == lane && one.second.first <= last_wire(comparator) &&
             first_wire(comparator) <= one.second.second;
    };
    while (std::ranges::any_of(spans, covers)) ++lane;
    spans.push_back({lane, {first_wire(comparator), last_wire(comparator)}});
    layout_.lanes[step] = std::max(layout_.lanes[step], lane + 1);
    return lane;
  }

  void keep_barriers(unsigned launch, unsigned number, const Progress& block) {
    for (const Barriers& barriers : block.phases.barriers(*network_.recording, launch, number))
      layout_.barriers.push_back(
          {launch, number, barriers.at, barriers.count, block.first_wire, block.last_wire});
  }

  const Network& network_;
  NetworkLayout layout_;
  std::map<unsigned, std::vector<std::pair<unsigned, std::pair<unsigned, unsigned>>>> taken_;  ///< by step
};

}  // namespace

NetworkLayout lay_out(const Network& network) { return NetworkLayouter(network).lay_out(); }

unsigned first_wire(const Comparator& comparator) {
  return std::min(comparator.left.wire, comparator.right.wire);
}
unsigned last_wire(const Comparator& comparator) {
  return std::max(comparator.left.wire, comparator.right.wire);
}

}  // namespace warpgrade::report::drawing
