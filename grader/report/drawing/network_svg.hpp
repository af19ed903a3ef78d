// A sorting network as SVG: wires from left to right, an arrow for each comparator, which points to where the
// larger element goes, and what the wires hold after each step.
#pragma once

#include "report/drawing/drawing_parts.hpp"
#include "report/drawing/network_layout.hpp"

namespace warpgrade::report::drawing {

Svg network_svg(const Network& network, const NetworkLayout& layout, Head head);

}  // namespace warpgrade::report::drawing
