// Norms: each row of a matrix, scaled by what all of its elements are together. Halves in and out, floats in
// between.
//
// Given:      row r of in begins at in + r * pitch, row r of out at out + r * columns. weight and bias have a
//             half for each column. rows and columns may be 0.
// Guarantees: the arrays begin at multiples of 16 bytes. Rows do so only where pitch and columns say it.
// To do:      fill the blocks from TODO to END TODO. Everything else works; you may still change it.
// Story, figures and common mistakes: assignments/rows/norm/README.md
#include <algorithm>

#include <warpgrade/student.cuh>

#include "norm.cuh"

namespace norms {

struct Tuning {
  static constexpr int max_threads = 256;  // of a block, which has one row; short rows get fewer
  static constexpr int max_warps = max_threads / 32;
  static constexpr int widest = 8;  // halves in one load: 16 bytes
};

using warpgrade::div_up;

/// Whole warps, so many that each thread has `width` elements, but no more than max_threads.
inline int threads_for(int columns, int width) {
  return std::min(int(div_up(div_up(columns, width), 32)) * 32, Tuning::max_threads);
}

// ==== Loads and stores of several halves, and the sum over a block =====================================

template <int width>
struct alignas(width * sizeof(__half)) Pack {
  __half halves[width];
};

/// `width` neighbours as floats, in one load: from must be a multiple of width * 2 bytes.
template <int width>
__device__ void load(const __half* from, float (&values)[width]) {
  const auto pack = *reinterpret_cast<const Pack<width>*>(from);
  for (int i = 0; i < width; ++i) values[i] = __half2float(pack.halves[i]);
}

/// The way back; each is rounded once.
template <int width>
__device__ void store(__half* to, const float (&values)[width]) {
  Pack<width> pack;
  for (int i = 0; i < width; ++i) pack.halves[i] = __float2half(values[i]);
  *reinterpret_cast<Pack<width>*>(to) = pack;
}

/// Can all rows, those of in and those of out, be loaded and stored in whole packs of Tuning::widest halves?
inline bool fits_widest(int columns, std::size_t pitch) {
  bool fits = false;
  // TODO: Where does row r of in begin, where that of out, and what is left at a row's end?
  // END TODO
  return fits;
}

/// Joins the values of all threads of the block, each of which gets the result. All threads must call it, and
/// only once in a kernel.
template <class T, class Join>
__device__ T block_reduce(T value, T identity, Join join) {
  __shared__ T of_warps[Tuning::max_warps];
  // TODO: First the 32 lanes of each warp: warpgrade::shfl_xor(value, d) is the value of lane (own number XOR
  // d). After d = 16, 8, 4, 2, 1 all 32 lanes have the result. Then the results of the warps, through shared
  // memory. There are blockDim.x / 32 of them.
  // END TODO
  return value;
}

// ==== rms_norm: by the root of the mean square =========================================================

/// Block r has row r.
template <int width>
__global__ void rms_norm_kernel(const __half* in, const __half* weight, __half* out, int columns,
                                std::size_t pitch, float epsilon) {
  // TODO: Each thread adds up the squares of its packs, a whole block apart, in a float. block_reduce. Then
  // the same packs once more: scaled, times weight, stored.
  // END TODO
}

void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;  // nothing to write, and a launch of 0 blocks is an error
  // TODO: Launch a block for each row: with packs of Tuning::widest halves where they fit, else with width 1.
  // END TODO
}

// ==== layer_norm: by mean and variance =================================================================

/// How many numbers there are, their mean, and M2, the sum of the squares of their distances from it. All
/// zeros are those of no number at all: the identity of JoinMoments.
struct Moments {
  float count, mean, m2;
};

/// The moments of the numbers of a and b together. Associative; a or b, or both, may have no number.
struct JoinMoments {
  __device__ Moments operator()(const Moments& a, const Moments& b) const {
    Moments both{};
    // TODO: Where between the two means does that of both lie? How much farther from it are the numbers of a
    // and of b than from their own?
    // END TODO
    return both;
  }
};

/// The moments of `width` numbers in registers: there a second pass over them costs nothing.
template <int width>
__device__ Moments moments_of(const float (&x)[width]) {
  Moments moments{};
  // TODO: First the mean, then the squares of the distances from it.
  // END TODO
  return moments;
}

/// Block r has row r.
template <int width>
__global__ void layer_norm_kernel(const __half* in, const __half* weight, const __half* bias, __half* out,
                                  int columns, std::size_t pitch, float epsilon) {
  // TODO: As rms_norm_kernel: the moments of each thread's packs, joined; block_reduce; the packs once more.
  // END TODO
}

void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  // TODO: As in rms_norm.
  // END TODO
}

}  // namespace norms
