// [task.timing]: what a task rewards beyond right answers.
#pragma once

#include <optional>

#include "spec/spec.hpp"
#include "spec/toml_reader.hpp"

namespace warpgrade::spec {

/// Fewer elements than this are not timed: see timing.cpp.
inline constexpr std::uint64_t kFewestTimed = 1 << 20;

std::optional<Timing> read_timing(TableReader& task);

}  // namespace warpgrade::spec
