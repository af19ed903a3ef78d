// What a kernel may call of the host's libraries. The rest is for host code only (library_calls.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace wgsim::driver {

/// Mathematics, as on a GPU. Each of them also with f or l behind it.
inline constexpr std::array<std::string_view, 64> kMathematics = {
    "acos",   "acosh",    "asin",    "asinh",   "atan",      "atan2",     "atanh",  "cbrt",
    "ceil",   "copysign", "cos",     "cosh",    "erf",       "erfc",      "exp",    "exp10",
    "exp2",   "expm1",    "fabs",    "fdim",    "floor",     "fma",       "fmax",   "fmin",
    "fmod",   "frexp",    "hypot",   "ilogb",   "j0",        "j1",        "jn",     "ldexp",
    "lgamma", "llrint",   "llround", "log",     "log10",     "log1p",     "log2",   "logb",
    "lrint",  "lround",   "modf",    "nan",     "nearbyint", "nextafter", "pow",    "remainder",
    "remquo", "rint",     "round",   "scalbln", "scalbn",    "sin",       "sincos", "sinh",
    "sqrt",   "tan",      "tanh",    "tgamma",  "trunc",     "y0",        "y1",     "yn",
};

/// printf, and what compilers make of it.
inline constexpr std::array<std::string_view, 5> kPrinting = {"printf", "vprintf", "puts", "putchar", "putc"};

inline bool is_mathematics(std::string_view name) {
  const auto has = [](std::string_view known) {
    return std::ranges::find(kMathematics, known) != kMathematics.end();
  };
  return has(name) || ((name.ends_with('f') || name.ends_with('l')) && has(name.substr(0, name.size() - 1)));
}

}  // namespace wgsim::driver
