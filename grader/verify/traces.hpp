// What ./grade verify checks of what `trace` and `draw` show: that there is something to see.
#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"
#include "judge/options.hpp"
#include "spec/spec.hpp"

namespace warpgrade::verify {

/// Records the small call of each task of the references, up to `jobs` at a time. Returns one sentence for
/// each in which no thread reads or writes anything.
std::vector<std::string> check_traces(const Installation& installation,
                                      const std::vector<const spec::Exercise*>& exercises,
                                      const judge::GradingOptions& options, int jobs);

}  // namespace warpgrade::verify
