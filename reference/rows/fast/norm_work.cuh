// What the norms make of a row: its total says by what all elements are scaled, and for layer_norm also where
// their middle is.
#pragma once

#include "kept_rows.cuh"
#include "norm.cuh"

namespace norms {

/// The sum of squares.
struct RmsWork {
  using Element = __half;
  using Total = float;
  using Result = __half;

  const __half* weight;
  int columns;
  float epsilon;

  __device__ float identity() const { return 0; }
  __device__ float join(float a, float b) const { return a + b; }
  template <int n>
  __device__ float total(const __half (&x)[n]) const {
    float squares = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) squares += __half2float(x[i]) * __half2float(x[i]);
    return squares;
  }
  template <int size>
  __device__ auto finish(kept_rows::Pack<__half, size> x, int column, float squares) const {
    const auto w = *reinterpret_cast<const kept_rows::Pack<__half, size>*>(weight + column);
    const float scale = rsqrtf(squares / columns + epsilon);
#pragma unroll
    for (int i = 0; i < size; ++i)
      x.of[i] = __float2half_rn(__half2float(x.of[i]) * scale * __half2float(w.of[i]));
    return x;
  }
};

struct Moments {
  float count, mean, squares;  // squares: of the distances from the mean, their sum
};

struct LayerWork {
  using Element = __half;
  using Total = Moments;
  using Result = __half;

  const __half *weight, *bias;
  int columns;
  float epsilon;

  __device__ Moments identity() const { return {0, 0, 0}; }
  /// Chan, Golub & LeVeque, 1979.
  __device__ Moments join(Moments a, Moments b) const {
    const float count = a.count + b.count, share = count > 0 ? __fdividef(b.count, count) : 0;
    const float distance = b.mean - a.mean;
    return {count, a.mean + distance * share, a.squares + b.squares + distance * distance * a.count * share};
  }
  /// In one pass, as distances from the first element: these are no larger than the spread of what is added
  /// up.
  template <int n>
  __device__ Moments total(const __half (&x)[n]) const {
    const float first = __half2float(x[0]);
    float sum = 0, squares = 0;
#pragma unroll
    for (int i = 1; i < n; ++i) {
      const float distance = __half2float(x[i]) - first;
      sum += distance;
      squares += distance * distance;
    }
    return {float(n), first + sum / n, squares - sum * sum / n};
  }
  template <int size>
  __device__ auto finish(kept_rows::Pack<__half, size> x, int column, Moments row) const {
    using Pack = kept_rows::Pack<__half, size>;
    const auto w = *reinterpret_cast<const Pack*>(weight + column);
    const auto b = *reinterpret_cast<const Pack*>(bias + column);
    const float scale = rsqrtf(row.squares / columns + epsilon);
#pragma unroll
    for (int i = 0; i < size; ++i)
      x.of[i] = __float2half_rn((__half2float(x.of[i]) - row.mean) * scale * __half2float(w.of[i]) +
                                __half2float(b.of[i]));
    return x;
  }
};

}  // namespace norms
