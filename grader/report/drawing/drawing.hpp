// The drawing of a recorded call: what was combined with what, a sorting network, or who added to which
// counter. As SVG and as text, with what there is to say in words.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/recording.hpp"
#include "report/drawing/contents.hpp"
#include "report/drawing/drawing_parts.hpp"
#include "report/style.hpp"
#include "report/svg.hpp"

namespace warpgrade::report::drawing {

/// Are the sentences part of the picture, or does the page around it show them?
enum class Sentences { shown, left_out };

struct Drawing {
  bool is_right = false;
  std::vector<std::string> sentences;  ///< the first of them is the most important one
  std::string size_in_words;           ///< "17 combinations, 3 levels deep"
  std::function<Svg(Head)> painted;    ///< with this above it

  int text_width = 0;  ///< columns of a terminal
  std::function<std::string(const Style& style, bool unicode)> text;

  Svg svg(const std::string& title, const std::string& subtitle, Sentences shown) const;
};

/// Nothing: the recording has nothing that one could draw. It must live as long as the drawing.
std::optional<Drawing> draw(const Recording& recording, Operands operands);

/// Drawings beside each other, or one below the other where that gets too wide: a whole file.
std::string svg_file(const std::vector<Svg>& drawings, const std::string& title,
                     const std::string& description);

}  // namespace warpgrade::report::drawing
