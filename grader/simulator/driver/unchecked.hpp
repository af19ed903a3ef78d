// What a standalone program leaves unchecked, and what its user forgives. Nothing of it is silent: the
// program says it in one line at its end, and is not clean if WGSIM_STRICT=1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wgsim/forgivable.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::driver {

/// Objects that another compiler has made are named in this variable, if the linker got any.
inline constexpr std::string_view kForeignObjects = "wgsim_foreign_objects";

/// Takes the findings of kinds that are named in `forgiven` (with commas between them) out of `findings`.
/// Returns what was taken, in words: "race (2 places)"; empty: nothing.
std::string take_forgiven(std::vector<Finding>& findings, std::string_view forgiven);

/// The line; empty: all was checked. `forgiven`: what take_forgiven has returned.
std::string unchecked_line(const std::string& forgiven);

}  // namespace wgsim::driver
