// A function that the exercise's header declares and the submission does not define: the linker knows only
// its name.
#pragma once

#include <optional>
#include <string_view>

#include "judge/compile/submission_files.hpp"
#include "model/finding.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// `name`: with its namespaces, "map::square". Says how the header declares it, and what the submission has
/// in its place: other parameters, another namespace, a name that is nearly the same. Nothing if no header of
/// the exercise declares it.
std::optional<Finding> explain_missing_function(std::string_view name, const spec::Exercise& exercise,
                                                const SubmissionFiles& submission);

}  // namespace warpgrade::judge
