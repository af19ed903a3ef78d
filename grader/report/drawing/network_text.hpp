// A sorting network in characters: a line for each wire, o the argument where the smaller element goes, and
// an arrow's tip where the larger one does.
#pragma once

#include <string>

#include "report/drawing/network_layout.hpp"
#include "report/style.hpp"

namespace warpgrade::report::drawing {

/// Columns of a terminal that the drawing takes.
int text_width(const Network& network, const NetworkLayout& layout);

std::string network_text(const Network& network, const NetworkLayout& layout, const Style& style,
                         bool unicode);

}  // namespace warpgrade::report::drawing
