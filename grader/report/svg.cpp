#include "report/svg.hpp"

#include <fmt/format.h>

#include "report/text.hpp"

namespace warpgrade::report {
namespace {

/// At most one decimal, so that the same picture has the same bytes everywhere.
std::string pixels(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string list_of(const std::vector<Point>& points) {
  std::string list;
  for (const Point& point : points)
    list += fmt::format("{}{},{}", list.empty() ? "" : " ", pixels(point.x), pixels(point.y));
  return list;
}

}  // namespace

void Svg::rectangle(Point corner, double width, double height, const std::string& fill, double radius,
                    const std::string& border) {
  elements_ += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n",
      pixels(corner.x), pixels(corner.y), pixels(width), pixels(height), pixels(radius), fill, border);
}

void Svg::polygon(const std::vector<Point>& corners, const std::string& fill) {
  elements_ += fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", list_of(corners), fill);
}

void Svg::line(const std::vector<Point>& points, const Stroke& stroke) {
  const std::string dashes =
      stroke.dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", stroke.dashes);
  elements_ += fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
      "stroke-linejoin=\"round\"{}/>\n",
      list_of(points), stroke.color, pixels(stroke.width), dashes);
}

void Svg::dot(Point center, double radius, const std::string& fill) {
  elements_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", pixels(center.x),
                           pixels(center.y), pixels(radius), fill);
}

void Svg::text(Point place, std::string_view text, const TextStyle& style) {
  const std::string turned = style.degrees == 0
                                 ? ""
                                 : fmt::format(" transform=\"rotate({} {} {})\"", pixels(style.degrees),
                                               pixels(place.x), pixels(place.y));
  elements_ +=
      fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\"{}{}>{}</text>\n",
                  pixels(place.x), pixels(place.y), pixels(style.size), style.color, style.anchor,
                  style.bold ? " font-weight=\"bold\"" : "", turned, xml(text));
}

void Svg::classed_lines(std::string_view css_class, const std::vector<std::vector<Point>>& lines) {
  std::string path;
  for (const std::vector<Point>& line : lines) path += "M" + list_of(line);
  elements_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", css_class, path);
}

// A line of no length with round ends is a dot.
void Svg::classed_dots(std::string_view css_class, const std::vector<Point>& centers) {
  std::string path;
  for (const Point& center : centers) path += fmt::format("M{},{}h0", pixels(center.x), pixels(center.y));
  elements_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", css_class, path);
}

void Svg::classed_text(std::string_view css_class, Point place, std::string_view text) {
  const std::string named = css_class.empty() ? "" : fmt::format(" class=\"{}\"", css_class);
  elements_ += fmt::format("<text{} x=\"{}\" y=\"{}\">{}</text>\n", named, pixels(place.x), pixels(place.y),
                           xml(text));
}

void Svg::classed_rectangle(std::string_view css_class, Point corner, double width, double height,
                            double radius, std::string_view tooltip) {
  elements_ +=
      fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"", css_class,
                  pixels(corner.x), pixels(corner.y), pixels(width), pixels(height), pixels(radius));
  elements_ += tooltip.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", xml(tooltip));
}

void Svg::classed_polygon(std::string_view css_class, const std::vector<Point>& corners) {
  elements_ += fmt::format("<polygon class=\"{}\" points=\"{}\"/>\n", css_class, list_of(corners));
}

void Svg::style_sheet(std::string_view css) { elements_ += fmt::format("<style>\n{}</style>\n", css); }

void Svg::part(const Svg& other, Point corner) {
  elements_ += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", pixels(corner.x), pixels(corner.y),
                           other.elements_);
}

std::string Svg::embedded(std::string_view title, std::string_view description) const {
  return fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n{}</svg>\n",
      pixels(width_), pixels(height_), xml(title), xml(description), elements_);
}

std::string Svg::str(std::string_view title, std::string_view description) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\" "
      "font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
      "<title>{2}</title>\n<desc>{3}</desc>\n{4}</svg>\n",
      pixels(width_), pixels(height_), xml(title), xml(description), elements_);
}

}  // namespace warpgrade::report
