// Who added to which counter, in characters: a table for each array of counters, with a line for each update.
#pragma once

#include <string>

#include "report/drawing/updates.hpp"
#include "report/style.hpp"

namespace warpgrade::report::drawing {

std::string updates_text(const Updates& updates, const Style& style, bool unicode);

}  // namespace warpgrade::report::drawing
