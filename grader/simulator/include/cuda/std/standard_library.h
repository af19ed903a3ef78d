// cuda::std is the standard library of the host: the simulator's kernels may call it.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#if __cplusplus >= 202002L
#include <bit>
#include <span>
#endif

namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
