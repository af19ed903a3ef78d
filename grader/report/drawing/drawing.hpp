// The drawing of a recorded call: what was combined with what, a sorting network, or who added to which
// counter. As SVG and as text, with what there is to say in words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/recording.hpp"
#include "report/drawing/contents.hpp"
#include "report/style.hpp"
#include "report/svg.hpp"

namespace warpgrade::report::drawing {

/// Are the sentences part of the picture, or does the page around it show them?
enum class Sentences { shown, left_out };

class Drawing {
 public:
  virtual ~Drawing() = default;

  virtual bool is_right() const = 0;
  /// The first of them is the most important one.
  virtual std::vector<std::string> sentences() const = 0;
  /// "17 combinations, 3 levels deep"
  virtual std::string size_in_words() const = 0;

  virtual Svg svg(const std::string& title, const std::string& subtitle, Sentences sentences) const = 0;

  virtual int text_width() const = 0;  ///< columns of a terminal
  virtual std::string text(const Style& style, bool unicode) const = 0;
};

/// nullptr: the recording has nothing that one could draw. It must live as long as the drawing.
std::unique_ptr<Drawing> draw(const Recording& recording, Operands operands);

/// Drawings beside each other, or one below the other where that gets too wide: a whole file.
std::string svg_file(const std::vector<Svg>& drawings, const std::string& title,
                     const std::string& description);

}  // namespace warpgrade::report::drawing
