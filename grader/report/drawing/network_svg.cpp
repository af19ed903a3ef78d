#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/drawing/network.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr double kNamesWidth = 64;    // left of the wires: names and values
constexpr double kOutputsWidth = 96;  // right of them
constexpr double kLane = 15, kSides = 13, kValue = 22, kBarrier = 5;

class NetworkPainter {
 public:
  NetworkPainter(const Network& network, const NetworkLayout& layout, Head head)
      : network_(network), recording_(*network.recording), layout_(layout), head_(std::move(head)) {
    wire_gap_ = network.wires <= 16 ? 32 : network.wires <= 32 ? 24 : 17;
    double x = kMargin + kNamesWidth;
    for (unsigned step = 0; step <= layout.steps(); ++step) {
      for (const WireBarriers& barriers : layout.barriers)
        if (barriers.step == step)
          barrier_width_ = std::max(barrier_width_, double(std::min(barriers.count, 3u)));
      lefts_.push_back(x += 4 + kBarrier * barrier_width_);
      barrier_width_ = 0;
      if (step < layout.steps()) x += kLane * (layout.lanes[step] - 1) + 2 * kSides + value_width();
    }
    right_ = x + 8;
    width_ = std::max(right_ + kOutputsWidth + kMargin, 620.0);
    top_ = height_of(head_, width_) + 46;
    height_ = y_of(network.wires - 1) + 66;
  }

  Svg paint() {
    Svg svg(width_, height_);
    draw_head(svg, head_, width_);
    for (const NetworkLaunch& launch : layout_.launches) draw_launch(svg, launch);
    for (const WireBarriers& barriers : layout_.barriers) draw_barriers(svg, barriers);
    draw_wires(svg);
    for (std::size_t i = 0; i < network_.comparators.size(); ++i) draw_comparator(svg, i);
    draw_values(svg);
    draw_activity(svg);
    draw_outputs(svg);
    draw_missing(svg);
    draw_legend(svg);
    return svg;
  }

 private:
  double y_of(unsigned wire) const { return top_ + wire_gap_ * wire; }
  bool shows_values() const { return !network_.values.empty() && network_.wires <= 32; }
  double value_width() const { return shows_values() ? kValue : 0; }
  double end_of(unsigned step) const {
    return lefts_[step] + kLane * (layout_.lanes[step] - 1) + 2 * kSides + value_width();
  }
  double x_of(const PlacedComparator& placed) const {
    return lefts_[placed.step] + kSides + kLane * placed.lane;
  }

  void draw_launch(Svg& svg, const NetworkLaunch& launch) {
    if (recording_.launches.size() == 1 && recording_.launches[0].blocks() == 1) {
      const RecordedLaunch& what = recording_.launches[0];
      svg.classed_text("quiet small", {kMargin + kNamesWidth, top_ - 30},
                       what.kernel + ", " + size_in_words(what));
      return;
    }
    const double left = lefts_[launch.first_step] - 2, right = end_of(launch.last_step) + 1;
    const double height = y_of(network_.wires - 1) - top_ + 32;
    svg.classed_rectangle("frame", {left, top_ - 18}, right - left, height, 6,
                          recording_.launches[launch.launch].kernel);
    const RecordedLaunch& what = recording_.launches[launch.launch];
    const auto room = std::size_t((right - left) / 5.6);
    svg.classed_text("quiet small bold", {left + 2, top_ - 36},
                     fit(fmt::format("{}: {}", launch.launch + 1, what.kernel), room));
    svg.classed_text("quiet small", {left + 2, top_ - 23}, fit(size_in_words(what), room));
  }

  void draw_barriers(Svg& svg, const WireBarriers& barriers) {
    double x = lefts_[barriers.step] - 1;
    std::vector<std::vector<Point>> lines;
    for (unsigned i = 0; i < std::min(barriers.count, 3u); ++i, x -= kBarrier)
      lines.push_back({{x, y_of(barriers.first_wire) - 11}, {x, y_of(barriers.last_wire) + 11}});
    svg.classed_lines("bar", lines);
  }

  void draw_wires(Svg& svg) {
    std::vector<std::vector<Point>> lines;
    for (unsigned wire = 0; wire < network_.wires; ++wire) {
      const double y = y_of(wire);
      lines.push_back({{kMargin + kNamesWidth - 6, y}, {right_, y}});
      svg.classed_text("quiet small e", {kMargin + kNamesWidth - 32, y + 4}, fmt::format("in[{}]", wire));
      if (wire < recording_.input_values.size())
        svg.classed_text("e", {kMargin + kNamesWidth - 10, y + 4.5}, fit(recording_.input_values[wire], 4));
    }
    svg.classed_lines("own", lines);
  }

  void draw_comparator(Svg& svg, std::size_t i) {
    const Comparator& comparator = network_.comparators[i];
    const double x = x_of(layout_.comparators[i]);
    const double from = y_of(comparator.left.wire), to = y_of(comparator.right.wire);
    const bool blamed = i == network_.blamed();
    const std::string look = blamed || comparator.reused               ? "race"
                             : comparator.exchanged || !comparator.low ? "take"
                                                                       : "calm";
    const double direction = to > from ? 1 : -1;
    arrow(svg, look, {{x, from}, {x, to - direction * 0.8}});
    svg.classed_rectangle(look + "_tip", {x - 3, from - 3}, 6, 6, 3);
    svg.classed_rectangle("hit", {x - 6, std::min(from, to) - 4}, 12, std::abs(to - from) + 8, 0,
                          in_words(network_, comparator));
    if (blamed) svg.classed_text("bad small bold halo m", {x, std::min(from, to) - 8}, "first wrong step");
  }

  /// After each step, on the wires that it touched.
  void draw_values(Svg& svg) {
    if (!shows_values()) return;
    for (std::size_t i = 0; i < network_.comparators.size(); ++i) {
      const Comparator& comparator = network_.comparators[i];
      const double x = end_of(layout_.comparators[i].step) - kValue / 2 - 2;
      const auto write = [&](unsigned wire, long long value) {
        svg.classed_text("small halo m", {x, y_of(wire) + 4}, fmt::format("{}", value));
      };
      write(comparator.left.wire, *comparator.low);
      write(comparator.right.wire, *comparator.high);
    }
  }

  /// How many threads work in each step.
  void draw_activity(Svg& svg) {
    const double y = y_of(network_.wires - 1) + 30;
    svg.classed_text("quiet tiny e", {kMargin + kNamesWidth - 10, y}, "threads");
    for (unsigned step = 0; step < layout_.steps(); ++step) {
      std::set<std::pair<unsigned, unsigned>> threads;  // block and thread
      for (std::size_t i = 0; i < network_.comparators.size(); ++i)
        if (layout_.comparators[i].step == step)
          for (const unsigned thread : network_.comparators[i].threads)
            threads.insert({network_.comparators[i].block, thread});
      svg.classed_text("quiet tiny m", {(lefts_[step] + end_of(step)) / 2, y},
                       fmt::format("{}", threads.size()));
    }
  }

  void draw_outputs(Svg& svg) {
    for (std::size_t i = 0; i < recording_.outputs.size() && i < network_.wires; ++i) {
      const RecordedOutput& output = recording_.outputs[i];
      const double y = y_of(unsigned(i));
      double x = right_;
      if (network_.outputs[i] && network_.outputs[i]->wire != i) {  // it was stored elsewhere
        svg.classed_lines("take", {{{right_, y_of(network_.outputs[i]->wire)}, {right_ + 20, y}}});
        x += 20;
      }
      const std::string value = output.written ? fit(output.value, 5) : "—";
      svg.classed_rectangle(!output.written ? "missing"
                            : output.right  ? "right"
                                            : "wrong",
                            {right_ + 20, y - 10}, 34, 20, 4,
                            output.right ? "" : "must be " + output.expected);
      if (x == right_) svg.classed_lines("own", {{{right_, y}, {right_ + 20, y}}});
      svg.classed_text("m", {right_ + 37, y + 4.5}, value);
      svg.classed_text(
          output.right ? "quiet small" : "bad small", {right_ + 58, y + 4},
          output.right ? fmt::format("out[{}]", i) : fmt::format("not {}", fit(output.expected, 5)));
    }
  }

  /// A comparator that would have helped.
  void draw_missing(Svg& svg) {
    if (!network_.out_of_order || network_.blamed() < network_.comparators.size()) return;
    const auto wire = unsigned(*network_.out_of_order);
    svg.classed_lines("absent", {{{right_ + 8, y_of(wire)}, {right_ + 8, y_of(wire + 1)}}});
  }

  void draw_legend(Svg& svg) {
    std::string text = "An arrow points to where the larger element goes";
    if (!network_.values.empty()) text += "; pale: they were in order already";
    if (!layout_.barriers.empty()) text += " · upright lines: barriers";
    svg.classed_text("quiet small", {kMargin, height_ - 12}, text);
  }

  const Network& network_;
  const Recording& recording_;
  const NetworkLayout& layout_;
  Head head_;
  double wire_gap_ = 0, barrier_width_ = 0;
  std::vector<double> lefts_;  ///< of each step; and of what is behind the last one
  double right_ = 0, width_ = 0, top_ = 0, height_ = 0;
};

}  // namespace

Svg network_svg(const Network& network, const NetworkLayout& layout, Head head) {
  return NetworkPainter(network, layout, std::move(head)).paint();
}

}  // namespace warpgrade::report::drawing
