#include "report/drawing/drawing_parts.hpp"

#include <cmath>

#include <fmt/format.h>

#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr double kLine = 19, kCharacter = 6.7;  ///< of a sentence, about

std::vector<std::string> lines_of(const Head& head, double width) {
  std::vector<std::string> lines;
  for (const std::string& sentence : head.sentences)
    for (std::string& line : wrap(sentence, std::size_t(std::max(40.0, (width - 2 * kMargin) / kCharacter))))
      lines.push_back(std::move(line));
  return lines;
}

}  // namespace

void arrow(Svg& svg, std::string_view css_class, std::vector<Point> points) {
  constexpr double kLength = 7, kHalf = 3.4;
  const Point end = points.back(), before = points[points.size() - 2];
  const double length = std::hypot(end.x - before.x, end.y - before.y);
  if (length > kLength) {
    const double ux = (end.x - before.x) / length, uy = (end.y - before.y) / length;
    const Point base{end.x - kLength * ux, end.y - kLength * uy};
    svg.classed_polygon(
        fmt::format("{}_tip", css_class),
        {end, {base.x + kHalf * uy, base.y - kHalf * ux}, {base.x - kHalf * uy, base.y + kHalf * ux}});
    points.back() = {end.x - (kLength - 1) * ux, end.y - (kLength - 1) * uy};
  }
  svg.classed_lines(css_class, {points});
}

double height_of(const Head& head, double width) {
  return kMargin + 42 + kLine * double(lines_of(head, width).size()) + 8;
}

void draw_head(Svg& svg, const Head& head, double width) {
  double y = kMargin + 14;
  svg.classed_text("big", {kMargin, y}, head.title);
  svg.classed_text("quiet", {kMargin, y += 20}, head.subtitle);
  y += 4;
  for (const std::string& line : lines_of(head, width))
    svg.classed_text(head.right ? "good" : "bad", {kMargin, y += kLine}, line);
}

unsigned Phases::begin_of(unsigned phase) {
  if (phase == phase_) return begin_;
  barriers_.push_back({end_, phase - phase_});
  phase_ = phase;
  return begin_ = end_;
}

std::vector<Barriers> Phases::barriers(const Recording& recording, unsigned launch, unsigned block) const {
  std::vector<Barriers> barriers = barriers_;
  const auto all = unsigned(std::ranges::count_if(recording.events, [&](const RecordedEvent& event) {
    return event.kind == RecordedKind::barrier && event.launch == launch && event.block == block;
  }));
  if (all > phase_) barriers.push_back({end_, all - phase_});
  return barriers;
}

std::string size_in_words(const RecordedLaunch& launch) {
  return fmt::format("{} of {} threads", counted(launch.blocks(), "block"), launch.threads_per_block());
}

std::string warp_class(unsigned thread) { return fmt::format("w{}", thread / 32 % 4); }

}  // namespace warpgrade::report::drawing
