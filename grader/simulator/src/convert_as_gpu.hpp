// What a GPU makes of a floating-point number that an integer type can't hold. C++ leaves that undefined.
#pragma once

#include <cstdint>

namespace wgsim::core {

/// A conversion that is about to go wrong.
struct Conversion {
  double value;
  bool from_double;
  unsigned bits;  ///< of the integer
  bool is_signed;
};

/// The result as PTX's cvt.rzi gives it: 0 for NaN, else the nearest number of 32 or 64 bits. nvcc converts
/// to narrower types by way of these.
std::uint64_t converted_as_gpu(const Conversion& conversion);

/// Gives the running thread's next such conversion that result. Processors of ARM do so anyway, and clang
/// with -fno-strict-float-cast-overflow; for g++ on x86-64 the instruction is found and replaced while it
/// runs.
void convert_next_as_gpu(const Conversion& conversion);

}  // namespace wgsim::core
