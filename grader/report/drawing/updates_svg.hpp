// Who added to which counter, as SVG: what was read on top, counters below, a line for each update. Lanes of
// a warp that meet at one counter are drawn thick, with their number.
#pragma once

#include "report/drawing/drawing_parts.hpp"
#include "report/drawing/updates.hpp"

namespace warpgrade::report::drawing {

Svg updates_svg(const Updates& updates, Head head);

}  // namespace warpgrade::report::drawing
