// Tone mapping: a picture of high dynamic range on a screen, by histogram equalisation of its log luminance.
// Before it, the same idea for a grey picture of one byte a pixel.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

#include "colour.cuh"

namespace tone_mapping {

// A picture has rows · cols pixels, at least one, row by row. All pointers are device pointers; inputs are
// not changed; outputs hold garbage before the call. 1 <= bins <= 1024, and it need not be a power of two.
// The result is complete when the work on `stream` is. Scratch memory: cudaMallocAsync / cudaFreeAsync on
// `stream`.
//
// The method: Larson, Rushmeier & Piatko, A visibility matching tone reproduction operator, IEEE TVCG 1997,
// in its simplest form (no ceiling of the histogram).

/// range[0] = the least log luminance of all pixels, range[1] = the greatest.
void range(const float* log_luminance, float* range, std::size_t rows, std::size_t cols, cudaStream_t stream);

/// histogram[b] = number of pixels with bin_of(log_luminance, range[0], range[1], bins) == b.
/// cdf[b] = histogram[0] + … + histogram[b - 1]: how many pixels lie in darker bins (exclusive scan).
void distribution(const float* log_luminance, const float* range, unsigned* histogram, unsigned* cdf,
                  std::size_t rows, std::size_t cols, int bins, cudaStream_t stream);

/// All stages. Fills range, histogram and cdf as above, and then each pixel i of the picture:
/// picture[i] = to_pixel(x[i], y[i], brightness(cdf[bin of log_luminance[i]], rows · cols)).
void tone_map(const float* log_luminance, const float* x, const float* y, float* range, unsigned* histogram,
              unsigned* cdf, Rgba* picture, std::size_t rows, std::size_t cols, int bins,
              cudaStream_t stream);

/// Histogram equalisation of a grey picture, a byte a pixel, with 256 levels (Hummel, Image Enhancement by
/// Histogram Transformation, 1977).
/// histogram[v] = number of pixels of level v.
/// cdf[v] = histogram[0] + … + histogram[v]: how many pixels are of level v or darker (inclusive scan).
/// picture[i] = equalised(cdf[grey[i]], cdf_min, rows · cols, grey[i]), where cdf_min is the cdf of the
/// darkest level that occurs.
void equalise(const std::uint8_t* grey, unsigned* histogram, unsigned* cdf, std::uint8_t* picture,
              std::size_t rows, std::size_t cols, cudaStream_t stream);

}  // namespace tone_mapping
