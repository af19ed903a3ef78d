// A time below which a call can't come on a card: the roofline (Williams, Waterman & Patterson, 2009) of what
// the simulator counts.
//
// Each part of the card can do only so much in a second. What a kernel asks of it takes at least that long,
// however well everything else overlaps. So the bound of a kernel is the longest of these times, and that of
// a call their sum over its kernels, which wait for each other (or, where launches may overlap, the longest
// of the sums):
//
//   memory      sectors that a launch touches for the first time come from memory, but for what the level-2
//               cache may still hold from the launch before; and go there, but for what it may keep. Inputs
//               that no launch has touched yet are in no cache: it is emptied before each timed call
//   load/store  shared and global memory are served in turns of 128 bytes, one a clock and multiprocessor
//   one block   runs on one multiprocessor, which gets 64 bytes a clock from the level-2 cache
//   atomics     at one address one a clock
//   launches    half a microsecond each
//
// What is not counted (arithmetic, latencies, barriers, waiting for other blocks) makes a call only slower.
// So a time may be far above its bound, but never below.
#pragma once

#include <cstdint>
#include <vector>

#include "model/card.hpp"
#include "model/kernel_counts.hpp"
#include "model/time_bound.hpp"

namespace warpgrade::judge {

/// The kernels of a call.
struct CountedCall {
  std::uint64_t n = 0;
  std::vector<KernelCounts> kernels;
  double compulsory_bytes = 0;  ///< each input once in, each output once out
};

/// What a call with n elements asks for at least, by the counts of two calls, `small` and `large`, that have
/// fewer than n. A count that grows with the number of elements is taken to go on growing in a straight line;
/// any other stays as it was in `large`. Kernels are told apart by name.
CountedCall extrapolated(const CountedCall& small, const CountedCall& large, std::uint64_t n);

/// Fills n, ms, limit, amount, copy_fraction and compulsory_bytes.
TimeBound lower_bound(const CountedCall& call, const Card& card);

}  // namespace warpgrade::judge
