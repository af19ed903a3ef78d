// XORWOW (Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003), the generator of curandState,
// with cuRAND's use of seed, subsequence and offset: the numbers of a GPU. How a seed becomes a state was
// measured on one.
#pragma once

#include "abi.h"

namespace wgsim::random {

struct Xorwow {
  unsigned weyl;        ///< grows by kWeylStep with each number
  XorshiftState words;  ///< oldest first
};
constexpr unsigned kWeylStep = 362437;

/// Subsequences begin 2^67 numbers from each other.
constexpr unsigned kSubsequencePower = 67;

/// Marsaglia's first state, mixed with the halves of the seed.
inline void seed(Xorwow& state, unsigned long long seed) {
  const unsigned low = (static_cast<unsigned>(seed) ^ 0xAAD26B49u) * 0x4182BED5u;
  const unsigned high = (static_cast<unsigned>(seed >> 32) ^ 0xF7DCEFDDu) * 0x9A7CAB1Bu;
  state.weyl = 6615241u + low + high;
  state.words = {{123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}};
}
inline void skip(Xorwow& state, unsigned long long numbers) {
  state.words = xorshift_skip(state.words, numbers, 0);
  state.weyl += kWeylStep * static_cast<unsigned>(numbers);
}
/// The Weyl sequence has a period of 2^32, so it is where it was.
inline void skip_subsequences(Xorwow& state, unsigned long long subsequences) {
  state.words = xorshift_skip(state.words, subsequences, kSubsequencePower);
}
/// Of the words. (Always inline: the library of the simulator has it too, and is not instrumented.)
[[gnu::always_inline]] inline XorshiftState step(const XorshiftState& s) {
  const unsigned oldest = s.v[0] ^ (s.v[0] >> 2), newest = s.v[4];
  return {{s.v[1], s.v[2], s.v[3], newest, newest ^ (newest << 4) ^ oldest ^ (oldest << 1)}};
}
inline unsigned next(Xorwow& state) {
  state.words = step(state.words);
  state.weyl += kWeylStep;
  return state.words.v[4] + state.weyl;
}

}  // namespace wgsim::random
