// cuRAND in kernels: Philox and XORWOW (curandState) give the numbers of a GPU, floats from normal
// distributions up to the last digits. The state of MRG32k3a is XORWOW under its name: its numbers differ
// from a GPU's, and the program says so at its end.
#pragma once

#include <cmath>
#include <type_traits>

#include "cuda_runtime.h"
#include "wgsim/philox.h"
#include "wgsim/xorwow.h"

namespace wgsim::random {

/// Normal numbers come in pairs. The second one waits for the next call, if that asks for the same
/// distribution.
enum class Distribution { none, normal, log_normal };
template <class T>
struct Spare {
  T number;
  Distribution of;
};

template <class Generator>
struct State : Generator {
  Spare<float> spare;
  Spare<double> spare_double;
};

template <class Generator>
void init(State<Generator>& state, unsigned long long start, unsigned long long subsequence,
          unsigned long long offset) {
  state = {};
  seed(state, start);
  skip_subsequences(state, subsequence);
  skip(state, offset);
}

/// In (0, 1].
inline float uniform(unsigned number) { return number * 2.3283064e-10f + 1.1641532e-10f; }
inline double uniform(unsigned low, unsigned high) {
  const unsigned long long bits = low ^ (static_cast<unsigned long long>(high) << 21);
  return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}
template <class Generator>
double uniform_double(Generator& state) {
  const unsigned low = next(state);
  return uniform(low, next(state));
}

/// Two normal numbers of two uniform ones (Box and Muller, A Note on the Generation of Random Normal
/// Deviates, 1958).
template <class Pair, class T>
Pair normals(T a, T b) {
  const T radius = std::sqrt(T(-2) * std::log(a)), angle = b * T(6.283185307179586);
  return {radius * std::sin(angle), radius * std::cos(angle)};
}

template <class Pair, class T>
Pair log_normals(Pair two, T mean, T deviation) {
  return {std::exp(mean + deviation * two.x), std::exp(mean + deviation * two.y)};
}

/// The spare one if it is of that distribution, else the first of a new pair.
template <class T, class MakePair>
T one_of_pair(Spare<T>& spare, Distribution distribution, MakePair make_pair) {
  if (spare.of == distribution) {
    spare.of = Distribution::none;
    return spare.number;
  }
  const auto two = make_pair();
  spare = {two.y, distribution};
  return two.x;
}

}  // namespace wgsim::random

struct curandStatePhilox4_32_10 : wgsim::random::State<wgsim::random::Philox> {};
struct curandStateXORWOW : wgsim::random::State<wgsim::random::Xorwow> {};
struct curandStateMRG32k3a : wgsim::random::State<wgsim::random::Xorwow> {};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;
using curandStateXORWOW_t = curandStateXORWOW;
using curandStateMRG32k3a_t = curandStateMRG32k3a;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

// ---- Beginning, and skipping --------------------------------------------------------------------------
template <class Generator>
void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                 wgsim::random::State<Generator>* state) {
  wgsim::random::init(*state, seed, subsequence, offset);
}
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStateMRG32k3a* state) {
  wgsim::not_checked("cuRAND's own numbers (XORWOW took the place of MRG32k3a)");
  wgsim::random::init(*state, seed, subsequence, offset);
}
template <class Generator>
void skipahead(unsigned long long numbers, wgsim::random::State<Generator>* state) {
  skip(*state, numbers);
}
template <class Generator>
void skipahead_sequence(unsigned long long subsequences, wgsim::random::State<Generator>* state) {
  skip_subsequences(*state, subsequences);
}

// ---- Uniform numbers ----------------------------------------------------------------------------------
template <class Generator>
unsigned curand(wgsim::random::State<Generator>* state) {
  return next(*state);
}
template <class Generator>
float curand_uniform(wgsim::random::State<Generator>* state) {
  return wgsim::random::uniform(next(*state));
}
/// Of 53 bits; of Philox's state of 32, as in cuRAND: curand_uniform2_double has all.
template <class Generator>
double curand_uniform_double(wgsim::random::State<Generator>* state) {
  if constexpr (std::is_same_v<Generator, wgsim::random::Philox>)
    return next(*state) * 0x1p-32 + 0x1p-32;
  else
    return wgsim::random::uniform_double(*state);
}

// ---- Normal numbers -----------------------------------------------------------------------------------
template <class Generator>
float2 curand_normal2(wgsim::random::State<Generator>* state) {
  const float first = wgsim::random::uniform(next(*state));
  return wgsim::random::normals<float2>(first, wgsim::random::uniform(next(*state)));
}
template <class Generator>
double2 curand_normal2_double(wgsim::random::State<Generator>* state) {
  const double first = wgsim::random::uniform_double(*state);
  return wgsim::random::normals<double2>(first, wgsim::random::uniform_double(*state));
}
template <class Generator>
float2 curand_log_normal2(wgsim::random::State<Generator>* state, float mean, float deviation) {
  return wgsim::random::log_normals(curand_normal2(state), mean, deviation);
}
template <class Generator>
double2 curand_log_normal2_double(wgsim::random::State<Generator>* state, double mean, double deviation) {
  return wgsim::random::log_normals(curand_normal2_double(state), mean, deviation);
}
template <class Generator>
float curand_normal(wgsim::random::State<Generator>* state) {
  return wgsim::random::one_of_pair(state->spare, wgsim::random::Distribution::normal,
                                    [state] { return curand_normal2(state); });
}
template <class Generator>
double curand_normal_double(wgsim::random::State<Generator>* state) {
  return wgsim::random::one_of_pair(state->spare_double, wgsim::random::Distribution::normal,
                                    [state] { return curand_normal2_double(state); });
}
template <class Generator>
float curand_log_normal(wgsim::random::State<Generator>* state, float mean, float deviation) {
  return wgsim::random::one_of_pair(state->spare, wgsim::random::Distribution::log_normal,
                                    [=] { return curand_log_normal2(state, mean, deviation); });
}
template <class Generator>
double curand_log_normal_double(wgsim::random::State<Generator>* state, double mean, double deviation) {
  return wgsim::random::one_of_pair(state->spare_double, wgsim::random::Distribution::log_normal,
                                    [=] { return curand_log_normal2_double(state, mean, deviation); });
}

// ---- Poisson's distribution ---------------------------------------------------------------------------
/// By products of uniform numbers (Knuth, The Art of Computer Programming 2, 3.4.1), as cuRAND does it for a
/// mean below 64. Above, sums of logarithms: exp(mean) would be too large.
template <class Generator>
unsigned curand_poisson(wgsim::random::State<Generator>* state, double mean) {
  unsigned events = 0;
  if (mean < 64) {
    for (float product = std::exp(static_cast<float>(mean)) * curand_uniform(state); product > 1; ++events)
      product *= curand_uniform(state);
    return events;
  }
  wgsim::not_checked("cuRAND's own Poisson numbers for a mean of 64 or more");
  for (double sum = std::log(curand_uniform_double(state)); sum > -mean; ++events)
    sum += std::log(curand_uniform_double(state));
  return events;
}

// ---- Four at once, of Philox only ---------------------------------------------------------------------
inline uint4 curand4(curandStatePhilox4_32_10* state) {
  uint4 four;
  four.x = curand(state);
  four.y = curand(state);
  four.z = curand(state);
  four.w = curand(state);
  return four;
}
inline float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 four = curand4(state);
  return {wgsim::random::uniform(four.x), wgsim::random::uniform(four.y), wgsim::random::uniform(four.z),
          wgsim::random::uniform(four.w)};
}
inline double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const double first = wgsim::random::uniform_double(*state);
  return {first, wgsim::random::uniform_double(*state)};
}
inline float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const float2 first = curand_normal2(state), second = curand_normal2(state);
  return {first.x, first.y, second.x, second.y};
}
