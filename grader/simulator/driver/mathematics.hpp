// The mathematical functions of the C library, which a GPU has too.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace wgsim::driver {

/// Each of them also with f or l behind it. They read and write nothing but numbers.
inline constexpr std::array<std::string_view, 58> kMathematics = {
    "acos",     "acosh",   "asin",   "asinh",  "atan",      "atan2",     "atanh", "cbrt",      "ceil",
    "copysign", "cos",     "cosh",   "erf",    "erfc",      "exp",       "exp10", "exp2",      "expm1",
    "fabs",     "fdim",    "floor",  "fma",    "fmax",      "fmin",      "fmod",  "hypot",     "ilogb",
    "j0",       "j1",      "jn",     "ldexp",  "llrint",    "llround",   "log",   "log10",     "log1p",
    "log2",     "logb",    "lrint",  "lround", "nearbyint", "nextafter", "pow",   "remainder", "rint",
    "round",    "scalbln", "scalbn", "sin",    "sinh",      "sqrt",      "tan",   "tanh",      "tgamma",
    "trunc",    "y0",      "y1",     "yn",
};

/// Those that read or write where they are told. The simulator has a function of its own in place of each
/// (__wgsim_modf in src/hooks.cpp), which checks the address.
inline constexpr std::array<std::string_view, 6> kMathematicsWithPointers = {"frexp",  "lgamma", "modf",
                                                                             "remquo", "sincos", "nan"};

/// Is it one of the table, for one of the three types?
inline bool is_of(std::span<const std::string_view> table, std::string_view name) {
  const auto has = [&table](std::string_view known) {
    return std::ranges::find(table, known) != table.end();
  };
  return has(name) || ((name.ends_with('f') || name.ends_with('l')) && has(name.substr(0, name.size() - 1)));
}

inline bool is_mathematics(std::string_view name) {
  return is_of(kMathematics, name) || is_of(kMathematicsWithPointers, name);
}

}  // namespace wgsim::driver
