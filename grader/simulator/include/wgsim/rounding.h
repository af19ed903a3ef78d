// The rounding modes of CUDA's functions: nearest even, towards zero, up, down.
#pragma once

namespace wgsim {
enum class Rounding { rn, rz, ru, rd };
}
