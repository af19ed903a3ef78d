// The submission's own lines, each with what it takes of the GPU.
#pragma once

#include <string>
#include <vector>

#include "model/hot_line.hpp"
#include "report/html/source_excerpt.hpp"

namespace warpgrade::report::html {

/// A table for each file, in the order of its lines: for each resource that the task uses a bar for what the
/// line takes, and in another colour what it could save. Below it how the costliest lines take less. Empty
/// without any.
std::string heat_map(const Sources& sources, const std::string& task, const std::vector<HotLine>& hot_lines);

}  // namespace warpgrade::report::html
