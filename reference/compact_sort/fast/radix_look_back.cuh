// What tiles tell each other: how many keys of each digit lie in the tiles to the left (used by
// radix_sort.cu).
#pragma once

#include <cstddef>

#include "radix_digits.cuh"

namespace radix_sort {

/// A word of 8 bytes for each tile and digit: a status and a count, written and read at once, so no fence is
/// needed. Statuses grow from pass to pass: what the pass before has left there counts as nothing.
struct Tiles {
  volatile unsigned long long* words;  // [tiles][digits], all zero at first
  unsigned aggregate, prefix;          // statuses: the tile's own count; the place behind its last key

  __device__ void publish(unsigned tile, unsigned digit, unsigned status, unsigned count) const {
    words[std::size_t(tile) * digits + digit] = (unsigned long long)(status) << 32 | count;
  }

  /// Where the tile's first key of the digit goes. The tile must not be the first.
  template <int window>
  __device__ unsigned look_back(unsigned tile, unsigned digit) const {
    unsigned sum = 0;
    for (unsigned next = tile - 1;;) {
      // Ask for several tiles at once. Left of the first one there is nothing to be asked, nor is it needed
      unsigned long long asked[window];
#pragma unroll
      for (int k = 0; k < window; ++k)
        asked[k] = words[std::size_t(next >= unsigned(k) ? next - k : 0) * digits + digit];
#pragma unroll
      for (int k = 0; k < window; ++k) {
        const unsigned status = unsigned(asked[k] >> 32);
        if (status < aggregate) break;  // not yet: ask again, from here on
        sum += unsigned(asked[k]);
        if (status == prefix) return sum;
        --next;
      }
    }
  }
};

}  // namespace radix_sort
