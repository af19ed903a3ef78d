// cuRAND in kernels. The generator is Philox 4x32-10 (Salmon et al., Parallel Random Numbers: As Easy as
// 1, 2, 3, SC 2011) with cuRAND's use of seed, subsequence and offset, so curandStatePhilox4_32_10_t gives
// the numbers of a GPU; floats from normal distributions up to the last digits. The other states are the same
// generator under their names: their numbers differ from a GPU's, and the program says so at its end.
#pragma once

#include <cmath>

#include "cuda_runtime.h"

namespace wgsim::random {

constexpr double kTwoPi = 6.283185307179586;

struct Philox {
  uint4 counter, output;
  uint2 key;
  unsigned place;  ///< of the next number in output
  float spare;     ///< curand_normal makes two numbers
  double spare_double;
  bool has_spare, has_spare_double;
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
inline void init(Philox& state, unsigned long long seed, unsigned long long subsequence,
                 unsigned long long offset) {
  state = {};
  state.key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  state.counter.z = static_cast<unsigned>(subsequence);
  state.counter.w = static_cast<unsigned>(subsequence >> 32);
  skip(state, offset);
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

/// In (0, 1].
inline float uniform(unsigned number) { return number * 2.3283064e-10f + 1.1641532e-10f; }
inline double uniform(unsigned low, unsigned high) {
  const unsigned long long bits = low ^ (static_cast<unsigned long long>(high) << 21);
  return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}
/// Box and Muller: two numbers of the normal distribution of two uniform ones.
inline float2 normals(unsigned a, unsigned b) {
  const float radius = std::sqrt(-2.0f * std::log(uniform(a)));
  const float angle = uniform(b) * static_cast<float>(kTwoPi);
  return {radius * std::sin(angle), radius * std::cos(angle)};
}

}  // namespace wgsim::random

struct curandStatePhilox4_32_10 : wgsim::random::Philox {};
struct curandStateXORWOW : wgsim::random::Philox {};
struct curandStateMRG32k3a : wgsim::random::Philox {};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;
using curandStateXORWOW_t = curandStateXORWOW;
using curandStateMRG32k3a_t = curandStateMRG32k3a;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

// ---- Beginning, and skipping --------------------------------------------------------------------------
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStatePhilox4_32_10* state) {
  wgsim::random::init(*state, seed, subsequence, offset);
}
template <class State>
void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                 State* state) {
  wgsim::not_checked("cuRAND's own numbers (Philox took the place of another generator)");
  wgsim::random::init(*state, seed, subsequence, offset);
}
inline void skipahead(unsigned long long numbers, wgsim::random::Philox* state) {
  wgsim::random::skip(*state, numbers);
}
inline void skipahead_sequence(unsigned long long subsequences, wgsim::random::Philox* state) {
  const unsigned long long sum =
      (state->counter.z | static_cast<unsigned long long>(state->counter.w) << 32) + subsequences;
  state->counter.z = static_cast<unsigned>(sum);
  state->counter.w = static_cast<unsigned>(sum >> 32);
  state->output = wgsim::random::philox(state->counter, state->key);
}

// ---- Numbers ------------------------------------------------------------------------------------------
inline unsigned curand(wgsim::random::Philox* state) { return wgsim::random::next(*state); }
inline uint4 curand4(wgsim::random::Philox* state) {
  uint4 four;
  four.x = curand(state);
  four.y = curand(state);
  four.z = curand(state);
  four.w = curand(state);
  return four;
}
inline float curand_uniform(wgsim::random::Philox* state) { return wgsim::random::uniform(curand(state)); }
inline float4 curand_uniform4(wgsim::random::Philox* state) {
  const uint4 four = curand4(state);
  return {wgsim::random::uniform(four.x), wgsim::random::uniform(four.y), wgsim::random::uniform(four.z),
          wgsim::random::uniform(four.w)};
}
/// Of 32 bits, as in cuRAND; curand_uniform2_double has all 53.
inline double curand_uniform_double(wgsim::random::Philox* state) {
  return curand(state) * 0x1p-32 + 0x1p-32;
}
inline double2 curand_uniform2_double(wgsim::random::Philox* state) {
  const uint4 four = curand4(state);
  return {wgsim::random::uniform(four.x, four.y), wgsim::random::uniform(four.z, four.w)};
}
inline float2 curand_normal2(wgsim::random::Philox* state) {
  const unsigned first = curand(state);
  return wgsim::random::normals(first, curand(state));
}
inline float curand_normal(wgsim::random::Philox* state) {
  state->has_spare = !state->has_spare;
  if (!state->has_spare) return state->spare;
  const float2 two = curand_normal2(state);
  state->spare = two.y;
  return two.x;
}
inline float4 curand_normal4(wgsim::random::Philox* state) {
  const uint4 four = curand4(state);
  const float2 a = wgsim::random::normals(four.x, four.y), b = wgsim::random::normals(four.z, four.w);
  return {a.x, a.y, b.x, b.y};
}
inline double2 curand_normal2_double(wgsim::random::Philox* state) {
  const uint4 four = curand4(state);
  const double radius = std::sqrt(-2.0 * std::log(wgsim::random::uniform(four.x, four.y)));
  const double angle = wgsim::random::uniform(four.z, four.w) * wgsim::random::kTwoPi;
  return {radius * std::sin(angle), radius * std::cos(angle)};
}
inline double curand_normal_double(wgsim::random::Philox* state) {
  state->has_spare_double = !state->has_spare_double;
  if (!state->has_spare_double) return state->spare_double;
  const double2 two = curand_normal2_double(state);
  state->spare_double = two.y;
  return two.x;
}
inline float curand_log_normal(wgsim::random::Philox* state, float mean, float deviation) {
  return std::exp(mean + deviation * curand_normal(state));
}
/// By Knuth's products of uniform numbers.
inline unsigned curand_poisson(wgsim::random::Philox* state, double mean) {
  const double limit = std::exp(-mean);
  unsigned events = 0;
  for (double product = curand_uniform_double(state); product > limit; ++events)
    product *= curand_uniform_double(state);
  return events;
}
