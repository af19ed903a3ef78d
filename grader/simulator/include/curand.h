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

struct curandGenerator_st {
  curandRngType_t type;
  bool on_host;
  unsigned long long seed = 0, offset = 0;
  unsigned long long made = 0;          ///< numbers, of Philox
  unsigned long long next = 0;          ///< item, of XORWOW
  unsigned long long* taken = nullptr;  ///< of XORWOW: how many draws of each subsequence
  cudaStream_t stream = nullptr;
};
using curandGenerator_t = curandGenerator_st*;

namespace wgsim::random {

// An array of XORWOW is made of items: a number, or two normal numbers. Item i comes from subsequence
// i % kXorwowLanes, of which it takes the next draws. (Measured on an H200, as what follows for Philox.)
constexpr std::size_t kXorwowLanes = 4096;

inline bool is_xorwow(const curandGenerator_st& generator) {
  return generator.type == CURAND_RNG_PSEUDO_XORWOW || generator.type == CURAND_RNG_PSEUDO_DEFAULT;
}

/// An offset skips as many items of one draw.
inline void restart(curandGenerator_st& generator) {
  generator.made = 0;
  generator.next = generator.offset % kXorwowLanes;
  for (std::size_t lane = 0; lane < kXorwowLanes; ++lane)
    generator.taken[lane] = (generator.offset + kXorwowLanes - 1 - lane) / kXorwowLanes;
}

inline curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  *generator = new curandGenerator_st{type, on_host};
  if (cudaMallocManaged(&(*generator)->taken, kXorwowLanes * sizeof(unsigned long long)) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  restart(**generator);
  return CURAND_STATUS_SUCCESS;
}

}  // namespace wgsim::random

inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return wgsim::random::create(generator, type, false);
}
/// One whose arrays lie in host memory.
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return wgsim::random::create(generator, type, true);
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  cudaFree(generator->taken);
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                         unsigned long long seed) {
  generator->seed = seed;
  wgsim::random::restart(*generator);
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  generator->offset = offset;
  wgsim::random::restart(*generator);
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

/// Numbers that a draw function makes: how many at once, and of how many 32-bit numbers each.
struct Made {
  unsigned at_once, draws;
};
constexpr Made kFloats = {1, 1}, kDoubles = {1, 2}, kNormalFloats = {2, 1}, kNormalDoubles = {2, 2};

template <class T, class Draw>
void fill_by_xorwow(unsigned long long seed, std::size_t first, unsigned long long* taken, T* numbers,
                    std::size_t items, Made made, Draw draw) {
  for (std::size_t begin = 0; begin < items && begin < kXorwowLanes; ++begin) {
    const std::size_t lane = (first + begin) % kXorwowLanes;
    curandStateXORWOW state;
    init(state, seed, lane, taken[lane]);
    for (std::size_t item = begin; item < items; item += kXorwowLanes) {
      for (unsigned i = 0; i < made.at_once; ++i) numbers[item * made.at_once + i] = draw(&state);
      taken[lane] += made.at_once * made.draws;
    }
  }
}

/// numbers[i] = number first + i of the sequence, in which each subsequence makes four numbers side by side.
template <class T, class Draw>
void fill_by_philox(unsigned long long seed, std::size_t first, T* numbers, std::size_t count, Made made,
                    Draw draw) {
  constexpr std::size_t kLanes = 65536;
  for (std::size_t four = first / 4; four * 4 < first + count; ++four) {
    curandStatePhilox4_32_10 state;
    init(state, seed, four % kLanes, four / kLanes * 4 * made.draws);
    for (std::size_t place = four * 4; place < four * 4 + 4; ++place) {
      const T number = draw(&state);
      if (place >= first && place < first + count) numbers[place - first] = number;
    }
  }
}

/// numbers[i] = draw(state)
template <class T, class Draw>
curandStatus_t generate(curandGenerator_t generator, T* numbers, std::size_t count, Made made, Draw draw) {
  if (count % made.at_once != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  const bool is_philox = generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
  if (!is_philox && !is_xorwow(*generator))
    not_checked("cuRAND's own numbers (XORWOW took the place of another generator)");
  const std::size_t items = count / made.at_once;
  const auto work = [=, copy = *generator] {
    if (is_philox)
      fill_by_philox(copy.seed, copy.offset + copy.made, numbers, count, made, draw);
    else
      fill_by_xorwow(copy.seed, copy.next, copy.taken, numbers, items, made, draw);
  };
  generator->made += count;
  generator->next = (generator->next + items) % kXorwowLanes;
  if (generator->on_host)
    work();
  else
    run_on_device("curand", generator->stream, work);
  return CURAND_STATUS_SUCCESS;
}

}  // namespace wgsim::random

inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* numbers, std::size_t count) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::kFloats,
                                 [](auto* state) { return curand(state); });
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* numbers, std::size_t count) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::kFloats,
                                 [](auto* state) { return curand_uniform(state); });
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* numbers,
                                                  std::size_t count) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::kDoubles,
                                 [](auto* state) { return wgsim::random::uniform_double(*state); });
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* numbers, std::size_t count,
                                           float mean, float deviation) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::kNormalFloats,
                                 [=](auto* state) { return mean + deviation * curand_normal(state); });
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* numbers,
                                                 std::size_t count, double mean, double deviation) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::kNormalDoubles,
                                 [=](auto* state) { return mean + deviation * curand_normal_double(state); });
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* numbers, std::size_t count,
                                              float mean, float deviation) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::kNormalFloats,
                                 [=](auto* state) { return curand_log_normal(state, mean, deviation); });
}
inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* numbers,
                                                    std::size_t count, double mean, double deviation) {
  return wgsim::random::generate(generator, numbers, count, wgsim::random::kNormalFloats, [=](auto* state) {
    return curand_log_normal_double(state, mean, deviation);
  });
}
inline curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* numbers, std::size_t count,
                                            double mean) {
  wgsim::not_checked("cuRAND's own numbers of curandGeneratePoisson");
  return wgsim::random::generate(generator, numbers, count, wgsim::random::kFloats,
                                 [=](auto* state) { return curand_poisson(state, mean); });
}
