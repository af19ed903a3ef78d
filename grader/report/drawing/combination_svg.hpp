// A combination graph as SVG: boxes with what they hold, arrows for operands, a frame for each block, a line
// for each barrier, and beside each row which threads of the block worked and which only waited.
#pragma once

#include "report/drawing/combination_layout.hpp"
#include "report/drawing/drawing_parts.hpp"

namespace warpgrade::report::drawing {

Svg combination_svg(const Provenance& provenance, const CombinationLayout& layout, Head head);

}  // namespace warpgrade::report::drawing
