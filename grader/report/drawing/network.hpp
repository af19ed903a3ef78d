// A recorded call that sorts by comparators, as a network: wires, one for each input, and comparators between
// two of them. The element that a comparator puts first goes on along the wire of its first argument. That a
// network sorts every input is proved by the 0-1 principle (Knuth, The Art of Computer Programming, vol. 3,
// 2nd edition, 1998, 5.3.4).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/recording.hpp"
#include "report/drawing/drawing_parts.hpp"
#include "report/style.hpp"

namespace warpgrade::report::drawing {

/// An element on its way: where it is after a comparator, or at the beginning.
struct State {
  unsigned wire = 0;
  std::size_t maker = kInput;  ///< the comparator it comes from
  static constexpr std::size_t kInput = std::size_t(-1);

  friend auto operator<=>(const State&, const State&) = default;
};

/// If several threads do the same comparator, each for one half of the result, it is one comparator with
/// several threads.
struct Comparator {
  State left, right;  ///< the arguments: what belongs first goes to the wire of `left`
  unsigned launch = 0, block = 0, phase = 0, line = 0;
  std::vector<unsigned> threads = {};
  bool reused = false;  ///< another one had taken one of its elements before
  /// What it put first and last in this call; nothing where the values are not known.
  std::optional<long long> low = {}, high = {};
  bool exchanged = false;  ///< in this call
};

struct Network {
  const Recording* recording = nullptr;
  unsigned wires = 0;
  std::vector<Comparator> comparators = {};        ///< in the order of time
  std::vector<std::optional<State>> outputs = {};  ///< nothing: it holds no element of this call
  std::vector<long long> values = {};              ///< of the inputs; empty: not known
  /// An input, in words, that this network does not sort although it sorted the one of this call.
  std::optional<std::string> counterexample = {};
  std::optional<std::size_t> out_of_order = {};  ///< the first output that comes after the next one
  bool proved = false;  ///< it sorts all inputs of zeros and ones, and so every input
  bool right = false;   ///< no finding, every output is right, and there is no counterexample

  /// The index of the comparator that went wrong: the first that took an element which another one had taken
  /// before; else the one that gave both of two neighbouring outputs that are out of order. The number of
  /// comparators if there is none.
  std::size_t blamed() const;
};

/// The network of a recording that is a graph of comparators. `recording` must live as long as the result.
Network trace_network(const Recording& recording);

std::vector<std::string> explain(const Network& network);

/// "thread 3 of block 0 exchanges wires 1 and 4, at scan.cu:104"
std::string in_words(const Network& network, const Comparator& comparator);

// ---- Where the comparators stand: wires run from left to right; comparators that can run at the same time
// are a step; within a step those that would cover each other stand in lanes side by side.

struct PlacedComparator {
  unsigned step = 0, lane = 0;
};

/// Barriers of a block, to the left of a step. step: the number of steps for those behind the last one.
struct WireBarriers {
  unsigned launch = 0, block = 0, step = 0, count = 0;
  unsigned first_wire = 0, last_wire = 0;  ///< of the block
};

struct NetworkLaunch {
  unsigned launch = 0, first_step = 0, last_step = 0;
};

struct NetworkLayout {
  std::vector<PlacedComparator> comparators;  ///< as in the network
  std::vector<unsigned> lanes;                ///< of each step
  std::vector<WireBarriers> barriers;
  std::vector<NetworkLaunch> launches;  ///< those with comparators
  unsigned steps() const { return unsigned(lanes.size()); }
};

NetworkLayout lay_out(const Network& network);

unsigned first_wire(const Comparator& comparator);
unsigned last_wire(const Comparator& comparator);

/// A sorting network as SVG: wires from left to right, an arrow for each comparator, which points to where
/// the larger element goes, and what the wires hold after each step.
Svg network_svg(const Network& network, const NetworkLayout& layout, Head head);

/// Columns of a terminal that the drawing takes.
int text_width(const Network& network, const NetworkLayout& layout);

/// A sorting network in characters: a line for each wire, o the argument where the smaller element goes, and
/// an arrow's tip where the larger one does.
std::string network_text(const Network& network, const NetworkLayout& layout, const Style& style,
                         bool unicode);

}  // namespace warpgrade::report::drawing
