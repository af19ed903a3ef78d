// cuRAND's generators for arrays. XORWOW (the default) and Philox give the numbers of a GPU in its order;
// others are XORWOW under their names, and the program says so at its end.
#pragma once

#include "curand_kernel.h"
#include "wgsim/one_thread.h"

enum curandStatus_t {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
enum curandRngType_t {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161
};
enum curandOrdering_t {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104
};

namespace wgsim::random {

/// What a call asks for. A generator whose calls ask for several kinds goes on in an order that was not
/// measured.
enum class Numbers { none, floats, doubles, pairs_of_floats, pairs_of_doubles };

}  // namespace wgsim::random

struct curandGenerator_st {
  curandRngType_t type;
  bool on_host;
  unsigned long long seed = 0, offset = 0, made = 0;  ///< made: by calls so far
  wgsim::random::Numbers kind = wgsim::random::Numbers::none;
  cudaStream_t stream = nullptr;
};
using curandGenerator_t = curandGenerator_st*;

namespace wgsim::random {

inline bool is_xorwow(const curandGenerator_st& generator) {
  return generator.type == CURAND_RNG_PSEUDO_XORWOW || generator.type == CURAND_RNG_PSEUDO_DEFAULT;
}

}  // namespace wgsim::random

inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  *generator = new curandGenerator_st{type, false};
  return CURAND_STATUS_SUCCESS;
}
/// One whose arrays lie in host memory.
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  *generator = new curandGenerator_st{type, true};
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                         unsigned long long seed) {
  generator->seed = seed;
  generator->made = 0;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  generator->offset = offset;
  generator->made = 0;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (order == CURAND_ORDERING_PSEUDO_SEEDED && !wgsim::random::is_xorwow(*generator))
    return CURAND_STATUS_OUT_OF_RANGE;
  if (order == CURAND_ORDERING_PSEUDO_SEEDED || order == CURAND_ORDERING_PSEUDO_DYNAMIC)
    wgsim::not_checked("cuRAND's own numbers in a seeded or dynamic order (they have the default order)");
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}

namespace wgsim::random {

/// An array is made of items of so many numbers that stand side by side. Item i comes from subsequence
/// i % lanes, of which each item takes the next draws.
struct Layout {
  std::size_t lanes, numbers, draws;
};

/// numbers[i] = number begin + i of that layout
template <class State, class T, class Draw>
void fill(const Layout& layout, unsigned long long seed, std::size_t begin, T* numbers, std::size_t count,
          Draw draw) {
  const std::size_t first = begin / layout.numbers;
  const std::size_t end = (begin + count + layout.numbers - 1) / layout.numbers;
  for (std::size_t item = first; item < end && item < first + layout.lanes; ++item) {
    State state;
    init(state, seed, item % layout.lanes, item / layout.lanes * layout.draws);
    for (std::size_t same_lane = item; same_lane < end; same_lane += layout.lanes)
      for (std::size_t i = 0; i < layout.numbers; ++i) {
        const T number = draw(&state);
        const std::size_t place = same_lane * layout.numbers + i;
        if (place >= begin && place < begin + count) numbers[place - begin] = number;
      }
  }
}

template <class T, class Draw>
curandStatus_t generate(curandGenerator_t generator, T* numbers, std::size_t count, Numbers kind, Draw draw) {
  const bool is_philox = generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
  if (!is_philox && !is_xorwow(*generator))
    not_checked("cuRAND's own numbers (XORWOW took the place of another generator)");
  if (generator->kind != Numbers::none && generator->kind != kind)
    not_checked("cuRAND's own numbers where one generator makes several kinds");
  generator->kind = kind;

  const bool are_pairs = kind == Numbers::pairs_of_floats || kind == Numbers::pairs_of_doubles;
  Layout layout = is_philox ? Layout{65536, 4, 4} : are_pairs ? Layout{4096, 2, 2} : Layout{4096, 1, 1};
  if (kind == Numbers::doubles || kind == Numbers::pairs_of_doubles) layout.draws *= 2;

  const auto work = [=, seed = generator->seed, begin = generator->offset + generator->made] {
    if (is_philox)
      fill<curandStatePhilox4_32_10>(layout, seed, begin, numbers, count, draw);
    else
      fill<curandStateXORWOW>(layout, seed, begin, numbers, count, draw);
  };
  generator->made += count;
  if (generator->on_host)
    work();
  else
    run_on_device("curand", generator->stream, work);
  return CURAND_STATUS_SUCCESS;
}

/// The same of normal numbers, of which cuRAND makes an even count only.
template <class T, class Draw>
curandStatus_t generate_pairs(curandGenerator_t generator, T* numbers, std::size_t count, Draw draw) {
  if (count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  const Numbers kind = sizeof(T) == sizeof(double) ? Numbers::pairs_of_doubles : Numbers::pairs_of_floats;
  return generate(generator, numbers, count, kind, draw);
}

}  // namespace wgsim::random

inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* numbers, std::size_t count) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::Numbers::floats,
                                 [](auto* state) { return curand(state); });
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* numbers, std::size_t count) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::Numbers::floats,
                                 [](auto* state) { return curand_uniform(state); });
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* numbers,
                                                  std::size_t count) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::Numbers::doubles,
                                 [](auto* state) { return wgsim::random::uniform_double(*state); });
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* numbers, std::size_t count,
                                           float mean, float deviation) {
  return wgsim::random::generate_pairs(generator, numbers, count,
                                       [=](auto* state) { return mean + deviation * curand_normal(state); });
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* numbers,
                                                 std::size_t count, double mean, double deviation) {
  return wgsim::random::generate_pairs(
      generator, numbers, count, [=](auto* state) { return mean + deviation * curand_normal_double(state); });
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* numbers, std::size_t count,
                                              float mean, float deviation) {
  return wgsim::random::generate_pairs(
      generator, numbers, count, [=](auto* state) { return curand_log_normal(state, mean, deviation); });
}
inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* numbers,
                                                    std::size_t count, double mean, double deviation) {
  return wgsim::random::generate_pairs(generator, numbers, count, [=](auto* state) {
    return curand_log_normal_double(state, mean, deviation);
  });
}
inline curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* numbers, std::size_t count,
                                            double mean) {
  wgsim::not_checked("cuRAND's own numbers of curandGeneratePoisson");
  return wgsim::random::generate(generator, numbers, count, wgsim::random::Numbers::floats,
                                 [=](auto* state) { return curand_poisson(state, mean); });
}
