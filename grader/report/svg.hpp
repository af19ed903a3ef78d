// A drawing, element by element, as a self-contained SVG file: no scripts, no fonts of its own, nothing that
// a viewer would have to fetch. Coordinates are pixels from the top left corner.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::report {

struct Point {
  double x = 0, y = 0;
};

/// How lines are drawn.
struct Stroke {
  std::string color;
  double width = 1;
  std::string dashes = {};  ///< lengths of dashes and gaps, "6 4"; empty: an unbroken line
};

struct TextStyle {
  std::string color;
  double size = 13;
  std::string anchor = "start";  ///< which part of the text is at its place: start, middle, end
  bool bold = false;
  double degrees = 0;  ///< turned clockwise around its place
};

class Svg {
 public:
  Svg(double width, double height) : width_(width), height_(height) {}

  void rectangle(Point corner, double width, double height, const std::string& fill, double radius = 0,
                 const std::string& border = "none");
  void polygon(const std::vector<Point>& corners, const std::string& fill);
  void line(const std::vector<Point>& points, const Stroke& stroke);
  void dot(Point center, double radius, const std::string& fill);
  /// `place`: on the text's base line.
  void text(Point place, std::string_view text, const TextStyle& style);

  // For drawings that stand in a page: classes of its style sheet say how these look.
  void classed_lines(std::string_view css_class, const std::vector<std::vector<Point>>& lines);
  void classed_dots(std::string_view css_class, const std::vector<Point>& centers);  ///< as wide as a line
  void classed_text(std::string_view css_class, Point place, std::string_view text);
  /// `tooltip`: shown while the pointer rests on it; may be empty.
  void classed_rectangle(std::string_view css_class, Point corner, double width, double height, double radius,
                         std::string_view tooltip = {});
  void classed_polygon(std::string_view css_class, const std::vector<Point>& corners);
  void style_sheet(std::string_view css);
  /// All of another drawing, its top left corner at `corner`.
  void part(const Svg& other, Point corner);

  double width() const { return width_; }
  double height() const { return height_; }

  /// The whole file. `title` and `description` are read out to people who can't see the picture.
  std::string str(std::string_view title, std::string_view description) const;
  /// The same as a part of a page, with the page's font.
  std::string embedded(std::string_view title, std::string_view description) const;

 private:
  double width_, height_;
  std::string elements_;
};

}  // namespace warpgrade::report
