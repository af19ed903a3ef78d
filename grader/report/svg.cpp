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

std::string Svg::str(std::string_view title, std::string_view description) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\" "
      "font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
      "<title>{2}</title>\n<desc>{3}</desc>\n{4}</svg>\n",
      pixels(width_), pixels(height_), xml(title), xml(description), elements_);
}

}  // namespace warpgrade::report
