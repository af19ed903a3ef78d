// Philox 4x32-10 (Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, SC 2011) with cuRAND's use of
// seed, subsequence and offset: the numbers of a GPU.
#pragma once

#include "../vector_types.h"

namespace wgsim::random {

struct Philox {
  uint4 counter, output;
  uint2 key;
  unsigned place;  ///< of the next number in output
};

/// Ten rounds.
inline uint4 philox(uint4 c, uint2 key) {
  constexpr unsigned kMultiply[2] = {0xD2511F53, 0xCD9E8D57}, kWeyl[2] = {0x9E3779B9, 0xBB67AE85};
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = static_cast<unsigned long long>(kMultiply[0]) * c.x;
    const unsigned long long b = static_cast<unsigned long long>(kMultiply[1]) * c.z;
    c = {static_cast<unsigned>(b >> 32) ^ c.y ^ key.x, static_cast<unsigned>(b),
         static_cast<unsigned>(a >> 32) ^ c.w ^ key.y, static_cast<unsigned>(a)};
    key.x += kWeyl[0];
    key.y += kWeyl[1];
  }
  return c;
}

/// The counter is a number of 128 bits: the lower 64 count blocks of four numbers, the upper 64 are the
/// subsequence.
inline void advance(Philox& state, unsigned long long blocks) {
  const unsigned long long low = state.counter.x | static_cast<unsigned long long>(state.counter.y) << 32;
  const unsigned long long high = state.counter.z | static_cast<unsigned long long>(state.counter.w) << 32;
  const unsigned long long sum = low + blocks, carried = high + (sum < low ? 1 : 0);
  state.counter = {static_cast<unsigned>(sum), static_cast<unsigned>(sum >> 32),
                   static_cast<unsigned>(carried), static_cast<unsigned>(carried >> 32)};
  state.output = philox(state.counter, state.key);
}
inline void skip(Philox& state, unsigned long long numbers) {
  const unsigned long long place = state.place + numbers;
  state.place = static_cast<unsigned>(place % 4);
  advance(state, place / 4);
}
inline void skip_subsequences(Philox& state, unsigned long long subsequences) {
  const unsigned long long high = state.counter.z | static_cast<unsigned long long>(state.counter.w) << 32;
  state.counter.z = static_cast<unsigned>(high + subsequences);
  state.counter.w = static_cast<unsigned>((high + subsequences) >> 32);
  state.output = philox(state.counter, state.key);
}
inline void seed(Philox& state, unsigned long long seed) {
  state = {};
  state.key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
}
inline unsigned next(Philox& state) {
  const unsigned numbers[4] = {state.output.x, state.output.y, state.output.z, state.output.w};
  const unsigned number = numbers[state.place];
  if (++state.place == 4) {
    state.place = 0;
    advance(state, 1);
  }
  return number;
}

}  // namespace wgsim::random
