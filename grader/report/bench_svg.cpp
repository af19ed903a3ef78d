// A roofline (Williams, Waterman & Patterson, 2009) over sizes: no call is shorter than the shortest one, so
// that small sizes lie under a slope, and no memory delivers more than its peak, so that large ones lie under
// a ceiling. What a plain copy reaches of it is the roof that counts in practice. Each panel draws the roofs,
// a line for each contestant, and names at the right-hand ends.
#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

#include "model/library.hpp"
#include "report/bench.hpp"
#include "report/plot.hpp"
#include "report/svg.hpp"

namespace warpgrade::report {
namespace {

// Colours that people of any colour vision tell apart (Okabe & Ito, 2008), dark enough for text on white.
constexpr const char* kInk = "#1f2328";
constexpr const char* kQuiet = "#59636e";
constexpr const char* kGrid = "#e8ebef";
constexpr const char* kFrame = "#c4cad1";
constexpr const char* kOutOfReach = "#f3f4f6";

std::string color_of(const std::string& contestant) {
  if (contestant == "reference") return "#0072b2";
  if (find_library(contestant)) return "#d55e00";
  return "#00855f";
}

const Stroke kPeak{kQuiet, 1.5, "2 3"}, kCopy{kInk, 1.5, "7 4"};

std::string display_name(const std::string& contestant) {
  const Library* library = find_library(contestant);
  return library ? std::string(library->title) : contestant;
}

// ---- The picture's parts, in pixels --------------------------------------------------------------------

constexpr double kPage = 1000, kMargin = 20, kHead = 122, kFoot = 16;
constexpr double kPanelWidth = (kPage - 3 * kMargin) / 2, kPanelHeight = 336;
constexpr double kLeft = 50, kRight = 122, kTop = 44, kBottom = 28;  // around a panel's plot
constexpr double kLineHeight = 16;

/// What the card itself allows.
struct Roofs {
  double copy = 0, peak = 0, shortest_ms = 0;  ///< GB/s, GB/s
  double slope_at(double bytes) const { return bytes / (shortest_ms * 1e6); }
  double corner() const { return peak * shortest_ms * 1e6; }  ///< bytes, from which on the peak is lower
};

// ---- One task -------------------------------------------------------------------------------------------

bool has_times(const BenchPoint& point) {
  return std::ranges::any_of(point.times, [](const auto& time) { return time.has_value(); });
}

/// The panel of one task, which has at least one time.
class Panel {
 public:
  Panel(Svg& svg, const BenchTask& task, const Roofs& roofs, Point corner)
      : svg_(svg), task_(task), roofs_(roofs), corner_(corner) {
    for (const BenchPoint& point : task.points)
      if (has_times(point)) points_.push_back(&point);
  }

  void draw() {
    write_title();
    find_scales();
    draw_out_of_reach();
    draw_grid();
    draw_roofs();
    for (std::size_t i = 0; i < task_.contestants.size(); ++i) draw_contestant(i);
    draw_labels();
  }

 private:
  void write_title() {
    svg_.text({corner_.x + kLeft, corner_.y + 16}, task_.exercise + "/" + task_.task,
              {.color = kInk, .size = 15, .bold = true});
    const BenchPoint &first = *points_.front(), &last = *points_.back();
    const std::string bytes = fmt::format("{:.3g}", double(last.bytes) / double(last.n));
    const std::string what =
        fmt::format("{}, {}, n = {} … {}, {} byte{} an element", task_.op, task_.input, power_name(first.n),
                    power_name(last.n), bytes, bytes == "1" ? "" : "s");
    svg_.text({corner_.x + kLeft, corner_.y + 33}, what, {.color = kQuiet, .size = 12});
  }

  void find_scales() {
    double least = roofs_.peak;
    for (const BenchPoint* point : points_)
      for (const auto& time : point->times)
        if (time) least = std::min(least, time->gb_per_second);
    const double first = double(points_.front()->bytes), last = double(points_.back()->bytes);
    x_ = {first / 1.25, std::max(last, 2 * first) * 1.25, corner_.x + kLeft,
          corner_.x + kPanelWidth - kRight};
    y_ = {power_of_two_below(least), power_of_two_above(roofs_.peak * 1.05),
          corner_.y + kPanelHeight - kBottom, corner_.y + kTop};
  }

  void draw_out_of_reach() {
    const double ceiling = y_(roofs_.peak);
    std::vector<Point> corners = {{x_.from, y_.to}, {x_.to, y_.to}, {x_.to, ceiling}};
    for (const Point& point : slope()) corners.push_back(point);
    svg_.polygon(corners, kOutOfReach);
  }

  /// The shortest call's line, from where it meets the ceiling down to the plot's edge.
  std::vector<Point> slope() const {
    const double high = std::clamp(roofs_.corner(), x_.low, x_.high);
    const double low = std::clamp(y_.low * roofs_.shortest_ms * 1e6, x_.low, high);
    const auto at = [&](double bytes) {
      return Point{x_(bytes), y_(std::clamp(roofs_.slope_at(bytes), y_.low, roofs_.peak))};
    };
    return {at(high), at(low)};
  }

  void draw_grid() {
    for (const double value : powers_of_two(y_)) {
      const double y = y_(value);
      svg_.line({{x_.from, y}, {x_.to, y}}, {kGrid});
      svg_.text({x_.from - 7, y + 4}, fmt::format("{}", value),
                {.color = kQuiet, .size = 12, .anchor = "end"});
    }
    svg_.text({x_.from - 7, y_.to - 10}, "GB/s", {.color = kQuiet, .size = 12, .anchor = "end"});
    for (const double bytes : powers_of_two(x_)) {
      const double x = x_(bytes);
      svg_.line({{x, y_.from}, {x, y_.to}}, {kGrid});
      if (std::lround(std::log2(bytes)) % 4 == 0)
        svg_.text({x, y_.from + 17}, bytes_name(bytes), {.color = kQuiet, .size = 12, .anchor = "middle"});
    }
    svg_.line({{x_.from, y_.to}, {x_.from, y_.from}, {x_.to, y_.from}}, {kFrame});
  }

  void draw_roofs() {
    const double peak = y_(roofs_.peak), copy = y_(roofs_.copy);
    svg_.line({{std::max(x_.from, slope().front().x), peak}, {x_.to, peak}}, kPeak);
    svg_.line({{x_.from, copy}, {x_.to, copy}}, kCopy);
    labels_.push_back({peak, fmt::format("peak {:.0f}", roofs_.peak), kQuiet});
    labels_.push_back({copy, fmt::format("copy {:.0f}", roofs_.copy), kInk});
    const auto [high, low] = std::pair(slope().front(), slope().back());
    if (high.x - low.x < 100) return;  // too short for its name
    svg_.line({low, high}, kPeak);
    const double degrees = std::atan2(high.y - low.y, high.x - low.x) * 180 / std::acos(-1.0);
    const Point place{low.x + (high.x - low.x) * 0.45 - 6, low.y + (high.y - low.y) * 0.45 - 8};
    svg_.text(place, fmt::format("shortest call {:.1f} µs", 1000 * roofs_.shortest_ms),
              {.color = kQuiet, .size = 12, .anchor = "middle", .degrees = degrees});
  }

  void draw_contestant(std::size_t i) {
    const std::string color = color_of(task_.contestants[i]);
    std::vector<Point> points;
    const BenchTime* last = nullptr;
    for (const BenchPoint* point : points_) {
      if (!point->times[i]) continue;
      last = &*point->times[i];
      const double x = x_(double(point->bytes)), y = y_(last->gb_per_second);
      const double slow = y_(std::max(y_.low, last->gb_per_second / last->p99_over_median()));
      svg_.line({{x, y}, {x, slow}}, {color, 1});  // down to the slowest calls
      points.push_back({x, y});
    }
    if (last == nullptr) return;
    svg_.line(points, {color, 2});
    for (const Point& point : points) svg_.dot(point, 2.8, color);
    std::string text = display_name(task_.contestants[i]);
    if (last->copy_fraction) text += fmt::format(" {:.0f} %", 100 * last->copy_fraction->value);
    labels_.push_back({points.back().y, text, color});
  }

  void draw_labels() {
    place(labels_, y_.to + 4, y_.from, kLineHeight);
    for (const Label& label : labels_) {
      svg_.line({{x_.to + 2, label.y}, {x_.to + 12, label.placed}}, {label.look, 1});
      svg_.text({x_.to + 16, label.placed + 4}, label.text, {.color = label.look, .size = 13});
    }
  }

  Svg& svg_;
  const BenchTask& task_;
  const Roofs& roofs_;
  Point corner_;
  std::vector<const BenchPoint*> points_;  ///< that have times
  Scale x_, y_;
  std::vector<Label> labels_;
};

// ---- The page -------------------------------------------------------------------------------------------

/// The contestants of all tasks, in the order of their first appearance.
std::vector<std::string> all_contestants(const BenchResult& result) {
  std::vector<std::string> names;
  for (const BenchTask& task : result.tasks)
    for (const std::string& name : task.contestants)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

void draw_legend(Svg& svg, const BenchResult& result, Point at) {
  const auto entry = [&](const std::string& text, const Stroke& stroke, bool dotted, double width) {
    svg.line({{at.x, at.y - 4}, {at.x + 30, at.y - 4}}, stroke);
    if (dotted) svg.dot({at.x + 15, at.y - 4}, 2.8, stroke.color);
    svg.text({at.x + 37, at.y}, text, {.color = kInk});
    at.x += 37 + width;
  };
  for (const std::string& name : all_contestants(result))
    entry(display_name(name), {color_of(name), 2}, true, 20 + 7.5 * double(display_name(name).size()));
  entry("copy of a large array", kCopy, false, 155);
  entry("the card's limits: memory clock × width, shortest call", kPeak, false, 0);
}

void draw_head(Svg& svg, const BenchResult& result) {
  svg.text({kMargin + 8, 38}, result.machine(), {.color = kInk, .size = 20, .bold = true});
  svg.text(
      {kMargin + 8, 59},
      "Throughput against the bytes that a call must move: each input read once, each output written once, "
      "over the median time.",
      {.color = kQuiet});
  svg.text(
      {kMargin + 8, 76},
      "Below each dot a line down to the 99th percentile of the calls. In percent: the share of the copy's "
      "bandwidth at the largest size.",
      {.color = kQuiet});
  draw_legend(svg, result, {kMargin + 8, 101});
}

}  // namespace

void write_bench_svg(std::ostream& out, const BenchResult& result) {
  std::vector<const BenchTask*> drawn, missing;
  for (const BenchTask& task : result.tasks)
    (std::ranges::any_of(task.points, has_times) ? drawn : missing).push_back(&task);
  const std::size_t rows = (drawn.size() + 1) / 2;
  const double panels_end = kHead + double(rows) * (kPanelHeight + kMargin);
  const double height = panels_end + double(missing.size()) * kLineHeight + kFoot;
  Svg svg(kPage, height);
  svg.rectangle({0.5, 0.5}, kPage - 1, height - 1, "#ffffff", 8, kFrame);
  draw_head(svg, result);
  const Roofs roofs{result.copy_gb_per_second(), result.peak_gb_per_second(), result.shortest_ms()};
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const std::size_t row = i / 2, column = i % 2;
    const Point corner{kMargin + double(column) * (kPanelWidth + kMargin),
                       kHead + double(row) * (kPanelHeight + kMargin)};
    Panel(svg, *drawn[i], roofs, corner).draw();
  }
  for (std::size_t i = 0; i < missing.size(); ++i)
    svg.text({kMargin + 8, panels_end + double(i) * kLineHeight},
             fmt::format("{}/{}, {}: {}", missing[i]->exercise, missing[i]->task, missing[i]->input,
                         missing[i]->note.empty() ? "it has no times" : missing[i]->note),
             {.color = kQuiet});
  out << svg.str(fmt::format("Throughput of GPU primitives on {}", result.gpu),
                 "For each task a log-log plot of GB/s against bytes: the course's reference, NVIDIA's "
                 "library, and the limits "
                 "of the card.");
}

}  // namespace warpgrade::report
