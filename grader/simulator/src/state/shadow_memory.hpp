// Shadow memory: for each word of memory a cell that says who accessed it last. (The term is of Savage et
// al., Eraser: a dynamic data race detector for multithreaded programs, 1997, who keep such a word for each
// word of data.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "state/stamp.hpp"

namespace wgsim::core {

/// The stamps of a word; of a byte where memory is accessed by bytes.
struct ShadowCell {
  Stamp write, read;
};

/// The stamps of a stretch of memory: one cell for 1 << shift bytes. Pages of it that nobody uses take no
/// memory.
struct ShadowMemory {
  ShadowCell* cells = nullptr;  ///< nullptr: not watched
  unsigned shift = 2;
  std::uintptr_t start = 0;  ///< of the memory that is watched
  std::size_t bytes = 0;
};

}  // namespace wgsim::core
