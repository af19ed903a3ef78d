// The colours are those of the pages (report/html/style_sheet.cpp); the fills of warps are light in a light
// theme and dark in a dark one, so that the same ink is readable on all of them.
#include "report/drawing/look.hpp"

#include <cmath>

#include <fmt/format.h>

#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr std::string_view kStyleSheet = R"css(
svg{color-scheme:light dark;--paper:#fff;--plain:#f3f4f6;--ink:#1f2328;--quiet:#59636e;--line:#afb8c1;--good:#00744f;
--goodfill:#d9f2e6;--bad:#b3380c;--badfill:#fbd9cc;--strong:#0072b2;--idle:#d8dee4;--calm:#9cc8e3;--barrier:#8c5a00;
--w0:#cfe8f7;--w1:#fde3c0;--w2:#cdeee0;--w3:#f4d6e6}
@media(prefers-color-scheme:dark){svg{--paper:#0d1117;--plain:#21262d;--ink:#e6edf3;--quiet:#9198a1;--line:#57606a;
--good:#3fc79a;--goodfill:#0f3d2e;--bad:#ff8f66;--badfill:#5c2413;--strong:#56b4e9;--idle:#373e47;--calm:#2f6183;--barrier:#e0b04a;
--w0:#0c4a6e;--w1:#6b4310;--w2:#0f5540;--w3:#6b2a4d}}
text{font-size:13px;fill:var(--ink)}
text.quiet{fill:var(--quiet)}text.good{fill:var(--good)}text.bad{fill:var(--bad)}text.barrier{fill:var(--barrier)}
text.big{font-size:18px;font-weight:600}text.bold{font-weight:600}text.small{font-size:10.5px}
text.tiny{font-size:9px}.halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}.m{text-anchor:middle}.e{text-anchor:end}
.paper{fill:var(--paper)}.frame{fill:none;stroke:var(--line);stroke-dasharray:1 3}
.given{fill:var(--plain);stroke:var(--line)}.right{fill:var(--goodfill);stroke:var(--good)}
.wrong{fill:var(--badfill);stroke:var(--bad);stroke-width:1.5}.missing{fill:none;stroke:var(--bad);stroke-dasharray:4 3}
.w0{fill:var(--w0);stroke:var(--line)}.w1{fill:var(--w1);stroke:var(--line)}.w2{fill:var(--w2);stroke:var(--line)}
.w3{fill:var(--w3);stroke:var(--line)}.unused{fill:var(--paper);stroke:var(--line);stroke-dasharray:4 3}
.first{fill:none;stroke:var(--bad);stroke-width:2.5}.spoiled{fill:none;stroke:var(--bad);stroke-width:1.5}
.idle{fill:var(--idle)}.busy{fill:var(--strong)}.mark{fill:var(--bad)}
path{fill:none}
.own{stroke:var(--line);stroke-width:1.6}.take{stroke:var(--strong);stroke-width:1.7}.take_tip{fill:var(--strong)}
.calm{stroke:var(--calm);stroke-width:1.7}.calm_tip{fill:var(--calm)}.hit{fill:transparent}
.lost{stroke:var(--line);stroke-dasharray:3 3}.store{stroke:var(--line);stroke-width:1.2;stroke-dasharray:2 3}
.meet{stroke:var(--barrier);stroke-width:3.2}.meet_tip{fill:var(--barrier)}
.race{stroke:var(--bad);stroke-width:2.2}.race_tip{fill:var(--bad)}
.absent{stroke:var(--bad);stroke-width:2.2;stroke-dasharray:3 3}
.bar{stroke:var(--barrier);stroke-width:1.2}
)css";

constexpr double kLine = 19, kCharacter = 6.7;  ///< of a sentence, about

std::vector<std::string> lines_of(const Head& head, double width) {
  std::vector<std::string> lines;
  for (const std::string& sentence : head.sentences)
    for (std::string& line : wrap(sentence, std::size_t(std::max(40.0, (width - 2 * kMargin) / kCharacter))))
      lines.push_back(std::move(line));
  return lines;
}

}  // namespace

std::string_view style_sheet() { return kStyleSheet; }

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

std::string warp_class(unsigned thread) { return fmt::format("w{}", thread / 32 % 4); }

}  // namespace warpgrade::report::drawing
