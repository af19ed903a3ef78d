// Reads what a runner says about a call. Only the form and the size are checked here.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/finding.hpp"
#include "protocol/runner_messages.hpp"

namespace warpgrade::judge {

/// Throws NoAnswer if `json` is no valid outcome.
protocol::Outcome read_outcome(const nlohmann::json& json);

// Compilers write absolute paths; a student knows files from the current folder.
void shorten_path(Place& place);
void shorten_paths(Finding& finding);

}  // namespace warpgrade::judge
