// The hint of a task in steps, each of which says more than the one before: a nudge, the first sentence of
// the hint in the spec; a sketch, the rest of it; and which lines of the source are to be written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/spec.hpp"

namespace warpgrade::app {

struct HintStep {
  std::string name;  ///< "a nudge", "a sketch", "which lines"
  std::string text;  ///< a paragraph; of "which lines" a line for each place
};

/// A hint of one sentence has no sketch, and a source without TODO blocks no lines. `path`: of the source, as
/// it is to be shown.
std::vector<HintStep> hint_steps(const spec::Task& task, const spec::Exercise& exercise,
                                 std::string_view source, const std::string& path);

}  // namespace warpgrade::app
