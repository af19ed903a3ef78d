// cuRAND's generators for arrays. Each is Philox (curand_kernel.h) under its name, one subsequence for a
// call: the numbers differ from a GPU's, and the program says so at its end.
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
  bool on_host = false;
  unsigned long long seed = 0, offset = 0, calls = 0;
  cudaStream_t stream = nullptr;
};
using curandGenerator_t = curandGenerator_st*;

inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t) {
  *generator = new curandGenerator_st;
  return CURAND_STATUS_SUCCESS;
}
/// One whose arrays lie in host memory.
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t) {
  *generator = new curandGenerator_st;
  (*generator)->on_host = true;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                         unsigned long long seed) {
  generator->seed = seed;
  generator->calls = 0;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  generator->offset = offset;
  generator->calls = 0;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t) {
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}

namespace wgsim::random {

/// numbers[i] = draw(state)
template <class T, class Draw>
curandStatus_t generate(curandGenerator_t generator, T* numbers, std::size_t count, Draw draw) {
  not_checked("cuRAND's own numbers (Philox took the place of another generator)");
  const auto work = [=, seed = generator->seed, call = generator->calls, offset = generator->offset] {
    Philox state;
    init(state, seed, call, offset);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = draw(&state);
  };
  ++generator->calls;
  if (generator->on_host)
    work();
  else
    run_on_device("curand", generator->stream, work);
  return CURAND_STATUS_SUCCESS;
}

}  // namespace wgsim::random

inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* numbers, std::size_t count) {
  return wgsim::random::generate(generator, numbers, count, [](auto* state) { return curand(state); });
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* numbers, std::size_t count) {
  return wgsim::random::generate(generator, numbers, count,
                                 [](auto* state) { return curand_uniform(state); });
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* numbers,
                                                  std::size_t count) {
  return wgsim::random::generate(generator, numbers, count,
                                 [](auto* state) { return curand_uniform_double(state); });
}
/// count: even, as cuRAND asks.
inline curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* numbers, std::size_t count,
                                           float mean, float deviation) {
  if (count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return wgsim::random::generate(generator, numbers, count,
                                 [=](auto* state) { return mean + deviation * curand_normal(state); });
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* numbers,
                                                 std::size_t count, double mean, double deviation) {
  if (count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return wgsim::random::generate(generator, numbers, count,
                                 [=](auto* state) { return mean + deviation * curand_normal_double(state); });
}
