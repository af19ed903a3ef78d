// What a runner says about a call. Only its form is checked, and its size: everything else is for others to
// judge.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/finding.hpp"
#include "protocol/runner_messages.hpp"

namespace warpgrade::judge {

/// Throws NoAnswer if it has not the form of an outcome.
protocol::Outcome read_outcome(const nlohmann::json& json);

// Compilers make places absolute; a student knows files from the current folder.
void shorten_path(Place& place);
void shorten_paths(Finding& finding);

}  // namespace warpgrade::judge
