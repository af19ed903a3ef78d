// What the page's script needs (trace/player.js), as JSON that may stand within an element `script`.
#pragma once

#include <string>
#include <vector>

#include "model/recording.hpp"
#include "report/trace/memory.hpp"
#include "report/trace/races.hpp"
#include "report/trace/steps.hpp"

namespace warpgrade::report::trace {

std::string data_of(const Recording& recording, const std::vector<Step>& steps, const Memory& memory,
                    const std::vector<Race>& races);

}  // namespace warpgrade::report::trace
