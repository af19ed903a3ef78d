// What the referee does to arrays on the GPU. All pointers are device pointers, aligned to 16 bytes, with
// room up to the next multiple of 16 behind `bytes`; all work goes to the default stream; a failed launch
// throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <cuda_runtime_api.h>

#include "referee/strips.hpp"

namespace warpgrade::referee {

/// Throws std::runtime_error "CUDA can't <what>: <why>".
void require(cudaError_t error, const char* what);

/// Fills an array with segments of 128 bytes, each from a place of the pool that the seed decides; what the
/// pool has within a segment (runs, words of a text) stays together. Longer segments could be recognised by
/// their first bytes, and the rest left unread. pool_bytes: a positive multiple of 16.
void fill_from_pool(void* array, std::size_t bytes, const void* pool, std::size_t pool_bytes,
                    std::uint64_t seed);

/// Fills an array of u32 with strips of the pool, each from a place that the seed decides: the same one in
/// all arrays that are filled with this seed.
void fill_from_strips(void* array, std::size_t bytes, const void* pool, const Strips& strips,
                      std::uint64_t seed);

/// Bytes that no right answer resembles.
void poison(void* array, std::size_t bytes, std::uint64_t seed);

/// Reads an array once, and so drives everything else out of a cache that it overfills. `sink`: 4 bytes.
void read_through(const void* array, std::size_t bytes, void* sink);

/// How much of an array counts.
struct Extent {
  std::size_t bytes = 0;
  /// A number on the device: only the first so many elements count. Null: all bytes count.
  const unsigned* length = nullptr;
  std::size_t element_bytes = 0;
};

/// *sum = a hash of the array's contents under the key `seed` (NH: Black et al., UMAC, CRYPTO 1999).
void add_up(const void* array, Extent extent, std::uint64_t seed, std::uint64_t* sum);

struct Comparison {
  unsigned long long count;  ///< 16-byte pieces that differ
  unsigned long long first;  ///< index of the first of them
  float largest;             ///< absolute value of the right array, where results round
};
/// a: what is right.
void compare(const void* a, const void* b, Extent extent, Comparison* result);

/// The same for floating elements, "f16", "bf16", "f32" or "f64", that may differ by `share` of the largest
/// one of a.
void compare_rounded(const void* a, const void* b, Extent extent, const std::string& scalar, double share,
                     Comparison* result);

/// As fast as a copy can be.
void copy(const void* from, void* to, std::size_t bytes);

/// Counts the cycles of a multiprocessor in 50 microseconds.
double measure_clock_mhz();

}  // namespace warpgrade::referee
