// A combination graph in characters: eight columns of the terminal for each column of the layout, two lines
// for each row, and between rows as many lines as wires need that go across.
#pragma once

#include <string>

#include "report/drawing/combination_layout.hpp"
#include "report/style.hpp"

namespace warpgrade::report::drawing {

/// Columns of a terminal that the drawing takes.
int text_width(const CombinationLayout& layout);

std::string combination_text(const Provenance& provenance, const CombinationLayout& layout,
                             const Style& style, bool unicode);

}  // namespace warpgrade::report::drawing
