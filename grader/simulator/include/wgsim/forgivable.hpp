// The kinds of findings that a user may forgive: after them a program goes on, and does what a GPU does.
#pragma once

#include <array>
#include <string_view>

#include "finding.hpp"

namespace wgsim {

struct ForgivableKind {
  std::string_view name;
  FindingKind kind;
};

inline constexpr std::array kForgivable = {
#define FORGIVABLE(name) \
  ForgivableKind { #name, FindingKind::name }
    FORGIVABLE(uninitialized_read), FORGIVABLE(race),          FORGIVABLE(api_misuse),
    FORGIVABLE(barrier_after_exit), FORGIVABLE(missing_fence), FORGIVABLE(conversion),
    FORGIVABLE(unwritten_copy),
#undef FORGIVABLE
};

}  // namespace wgsim
