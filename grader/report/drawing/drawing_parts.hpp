// What all drawings have in common besides their style sheet (drawing.css): arrows, and a head with
// sentences.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/svg.hpp"

namespace warpgrade::report::drawing {

/// From the first to the last point, with a tip at the end. Classes: the line's, and `<class>_tip`.
void arrow(Svg& svg, std::string_view css_class, std::vector<Point> points);

/// What stands above a drawing.
struct Head {
  std::string title, subtitle;
  std::vector<std::string> sentences;
  bool right = true;  ///< the colour of the first sentence
};

/// Pixels that a head takes, in a drawing of that width.
double height_of(const Head& head, double width);
void draw_head(Svg& svg, const Head& head, double width);

/// The fill of what a thread made: warps have colours in turn.
std::string warp_class(unsigned thread);

inline constexpr double kMargin = 20;

}  // namespace warpgrade::report::drawing
