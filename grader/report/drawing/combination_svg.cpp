#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/drawing/combination.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

using Kind = Value::Kind;

/// Pixels, by how many columns there are.
struct Sizes {
  double pitch, box_width, box_height;
  bool labels;  ///< in boxes; else only as tooltips
  std::size_t most_characters;

  static Sizes of(unsigned columns) {
    if (columns <= 16) return {66, 56, 34, true, 9};
    if (columns <= 32) return {60, 52, 34, true, 8};
    return {26, 18, 14, false, 2};
  }
};

constexpr double kNamesLeft = 86;  // for the names of rows
constexpr double kLegendLine = 14;
constexpr double kLaunchGap = 14;
constexpr double kBarrierGap = 5;
constexpr double kSquare = 4.5, kSquarePitch = 6;  // of a thread beside a row
constexpr unsigned kWarp = 32, kMostWarps = 2;
constexpr double kWarpPitch = kWarp * kSquarePitch + 6;

class CombinationPainter {
 public:
  CombinationPainter(const Provenance& provenance, const CombinationLayout& layout, Head head)
      : p_(provenance),
        recording_(*provenance.recording),
        layout_(layout),
        head_(std::move(head)),
        sizes_(Sizes::of(layout.columns)),
        width_(kNamesLeft + sizes_.pitch * layout.columns + 16 + strip_width() + kMargin) {
    width_ = std::max(width_, 520.0);
    find_rows(height_of(head_, width_));
  }

  Svg paint() {
    Svg svg(width_, height_);
    draw_head(svg, head_, width_);
    for (const PlacedLaunch& launch : layout_.launches) draw_launch(svg, launch);
    for (const bool taken : {false, true})
      for (const Wire& wire : layout_.wires)
        if (is_taken(wire) == taken) draw_wire(svg, wire);
    for (const PlacedLaunch& launch : layout_.launches) name_blocks(svg, launch);
    draw_inputs(svg);
    for (std::size_t i = 0; i < p_.steps.size(); ++i)
      if (layout_.steps[i].shown) draw_step(svg, i);
    draw_outputs(svg);
    draw_legend(svg);
    return svg;
  }

 private:
  // ---- Where rows and columns lie ------------------------------------------------------------------------

  double x_of(unsigned column) const { return kNamesLeft + sizes_.pitch * (column + 0.5); }
  double x_of(const Crossing& crossing) const {
    const double x = x_of(crossing.column), half = sizes_.pitch / 2;
    switch (crossing.slot) {
      case Slot::middle: break;
      case Slot::left_entry: return x - sizes_.box_width / 4;
      case Slot::right_entry: return x + sizes_.box_width / 4;
      case Slot::gutter: return x + half - 2;
      case Slot::second_gutter: return x + half + 2;
    }
    return x;
  }
  double top_of(unsigned row) const { return tops_[row]; }
  double bottom_of(unsigned row) const { return tops_[row] + sizes_.box_height; }

  /// Wires that reach far across need room, or they lie flat.
  double gap_above(unsigned row) const {
    unsigned reach = 0;
    for (const Wire& wire : layout_.wires) {
      if (row <= wire.from_row || row > wire.to_row) continue;
      const unsigned a = wire.crossings[row - wire.from_row - 1].column;
      const unsigned b = wire.crossings[row - wire.from_row].column;
      reach = std::max(reach, a < b ? b - a : a - b);
    }
    return 26 + std::min(0.11 * sizes_.pitch * reach, 60.0);
  }

  unsigned barriers_above(unsigned row, const PlacedLaunch& launch) const {
    unsigned most = 0;
    for (const PlacedBlock& block : launch.blocks)
      for (const Barriers& barriers : block.barriers)
        if (barriers.at == row) most = std::max(most, std::min(barriers.count, 3u));
    return most;
  }

  void find_rows(double y) {
    tops_.assign(layout_.rows, 0);
    tops_[0] = y += 8;
    y += sizes_.box_height;
    for (const PlacedLaunch& launch : layout_.launches) {
      y += kLaunchGap;
      for (unsigned row = launch.first_row; row <= launch.last_row; ++row) {
        y += gap_above(row) + kBarrierGap * barriers_above(row, launch);
        tops_[row] = y;
        y += sizes_.box_height;
      }
      y += 16 + kBarrierGap * barriers_above(launch.last_row + 1, launch);
    }
    tops_.back() = y + gap_above(layout_.rows - 1);
    height_ = tops_.back() + sizes_.box_height + 60 + kLegendLine * double(legend_lines().size() - 1);
  }

  // ---- Launches, blocks, barriers ------------------------------------------------------------------------

  double frame_top(const PlacedLaunch& launch) const {
    const unsigned row = launch.first_row;
    return top_of(row) - gap_above(row) - kBarrierGap * barriers_above(row, launch) - 2;
  }

  void draw_launch(Svg& svg, const PlacedLaunch& launch) {
    const RecordedLaunch& what = recording_.launches[launch.launch];
    const double top = frame_top(launch);
    const double bottom =
        bottom_of(launch.last_row) + 12 + kBarrierGap * barriers_above(launch.last_row + 1, launch);
    const std::string count =
        layout_.launches.size() > 1 || launch.launch > 0 ? fmt::format("launch {}: ", launch.launch + 1) : "";
    svg.classed_text("quiet small bold", {strip_left(), top + 8}, fit(count + what.kernel, 40));
    svg.classed_text("quiet small", {strip_left(), top + 21}, size_in_words(what));
    for (std::size_t i = 0; i < launch.blocks.size(); ++i) {
      const PlacedBlock& block = launch.blocks[i];
      const double left = x_of(block.first_column) - sizes_.pitch / 2 + 1;
      const double right = x_of(block.last_column) + sizes_.pitch / 2 - 1;
      svg.classed_rectangle("frame", {left, top}, right - left, bottom - top, 6);
      for (const Barriers& barriers : block.barriers)
        draw_barriers(svg, barriers, launch, left, right, i == 0);
      for (const Activity& activity : block.activities) draw_activity(svg, activity, launch, i);
    }
  }

  void name_blocks(Svg& svg, const PlacedLaunch& launch) {
    if (launch.blocks.size() == 1) return;
    for (const PlacedBlock& block : launch.blocks)
      svg.classed_text("quiet small halo",
                       {x_of(block.first_column) - sizes_.pitch / 2 + 6, frame_top(launch) + 12},
                       fmt::format("block {}", block.block));
  }

  void draw_barriers(Svg& svg, const Barriers& barriers, const PlacedLaunch& launch, double left,
                     double right, bool named) {
    double y = (barriers.at == launch.first_row ? frame_top(launch) + 7 : bottom_of(barriers.at - 1)) + 8;
    std::vector<std::vector<Point>> lines;
    for (unsigned i = 0; i < std::min(barriers.count, 3u); ++i, y += kBarrierGap)
      lines.push_back({{left, y}, {right, y}});
    svg.classed_lines("bar", lines);
    if (named)
      svg.classed_text("barrier small e", {kNamesLeft - 5, y - kBarrierGap / 2},
                       barriers.count == 1 ? "barrier" : fmt::format("{} barriers", barriers.count));
  }

  // ---- Which threads worked ------------------------------------------------------------------------------

  /// The warps with a thread that works, at most kMostWarps.
  static std::vector<unsigned> warps_of(const Activity& activity) {
    std::vector<unsigned> warps;
    for (const unsigned thread : activity.threads)
      if (warps.size() < kMostWarps && (warps.empty() || warps.back() != thread / kWarp))
        warps.push_back(thread / kWarp);
    return warps;
  }

  double strip_left() const { return kNamesLeft + sizes_.pitch * layout_.columns + 16; }
  double strip_width() const {
    double most = 170;
    for (const PlacedLaunch& launch : layout_.launches)
      for (const PlacedBlock& block : launch.blocks)
        for (const Activity& activity : block.activities)
          most = std::max(most, double(warps_of(activity).size()) * kWarpPitch);
    return most;
  }

  void draw_activity(Svg& svg, const Activity& activity, const PlacedLaunch& launch, std::size_t place) {
    const unsigned threads = recording_.launches[launch.launch].threads_per_block();
    const bool stacked = launch.blocks.size() > 1;
    if (stacked && place > 3) return;  // no room: the boxes say it too
    double x = strip_left();
    const double y = top_of(activity.row) + (stacked ? 10.0 * double(place) : 14);
    if (!stacked)
      svg.classed_text("quiet small", {x, y - 4},
                       fmt::format("{} of {} threads", activity.threads.size(), threads));
    for (const unsigned warp : warps_of(activity)) {
      for (unsigned lane = 0; lane < kWarp && warp * kWarp + lane < threads; ++lane) {
        const bool busy = std::ranges::binary_search(activity.threads, warp * kWarp + lane);
        svg.classed_rectangle(busy ? "busy" : "idle", {x + kSquarePitch * lane, y}, kSquare, kSquare, 1);
      }
      x += kWarpPitch;
    }
  }

  // ---- Boxes ---------------------------------------------------------------------------------------------

  void box(Svg& svg, std::string_view css_class, unsigned row, unsigned column, const std::string& tooltip,
           double more = 0) {
    svg.classed_rectangle(css_class, {x_of(column) - sizes_.box_width / 2 - more, top_of(row) - more},
                          sizes_.box_width + 2 * more, sizes_.box_height + 2 * more, sizes_.labels ? 5 : 3,
                          tooltip);
  }

  void label(Svg& svg, unsigned row, unsigned column, const std::string& text, const std::string& below,
             const std::string& class_below = "quiet") {
    if (!sizes_.labels) return;
    const double x = x_of(column), y = top_of(row);
    svg.classed_text("m", {x, y + (below.empty() ? 22 : 16)}, text);
    if (!below.empty()) svg.classed_text(class_below + " tiny m", {x, y + 28}, below);
  }

  std::string short_of(const Contents& contents) const {
    return short_label(contents, p_.operands, sizes_.most_characters);
  }

  void draw_inputs(Svg& svg) {
    for (unsigned i = 0; i < recording_.inputs; ++i) {
      box(svg, "given", 0, i, fmt::format("in[{}]", i));
      label(svg, 0, i, fmt::format("in[{}]", i), "");
      if (!sizes_.labels) svg.classed_text("quiet tiny m", {x_of(i), top_of(0) - 4}, fmt::format("{}", i));
    }
    svg.classed_text("quiet e", {kNamesLeft - 10, top_of(0) + sizes_.box_height / 2 + 5}, "in");
  }

  static std::string threads_label(const Step& step) {
    if (step.threads.size() == 1) return fmt::format("thread {}", step.threads.front());
    return fmt::format("{} threads", step.threads.size());
  }

  void draw_step(Svg& svg, std::size_t i) {
    const Step& step = p_.steps[i];
    const unsigned row = layout_.steps[i].row, column = layout_.steps[i].column;
    const std::string place = place_in_words(recording_, step.line);
    box(svg, step.used ? warp_class(step.threads.front()) : "unused", row, column,
        fmt::format("{}: {}{}{}", threads_in_words(recording_, step.threads, step.launch, step.block),
                    in_words(step.contents, p_.operands), place.empty() ? "" : ", " + place,
                    step.used ? "" : "; nobody uses it"));
    const bool first = i == p_.first_wrong;
    if (step.used && !step.sound) box(svg, first ? "first" : "spoiled", row, column, "", first ? 3 : 0);
    label(svg, row, column, short_of(step.contents), threads_label(step));
    if (first)
      svg.classed_text("bad small bold halo", {x_of(column) + sizes_.box_width / 2 - 2, top_of(row) - 6},
                       "first wrong step");
    else if (step.raced)
      svg.classed_text("bad small bold halo", {x_of(column) + sizes_.box_width / 2 - 24, top_of(row) - 3},
                       "race");
  }

  void draw_outputs(Svg& svg) {
    const unsigned row = layout_.rows - 1;
    std::string name = "out";
    for (std::size_t i = 0; i < recording_.outputs.size(); ++i) {
      const RecordedOutput& output = recording_.outputs[i];
      const unsigned column = layout_.output_columns[i];
      name = output.array;
      const Contents contents = p_.contents_of(p_.value_of(output.node));
      const Contents expected = p_.expected_in(output);
      const std::string must = in_words(expected, p_.operands);
      box(svg,
          !output.written ? "missing"
          : output.right  ? "right"
                          : "wrong",
          row, column,
          fmt::format("{}[{}]: {}{}", output.array, output.index,
                      output.written ? in_words(contents, p_.operands) : "nobody wrote it",
                      output.right ? "" : "; must be " + must));
      label(svg, row, column, output.written ? short_of(contents) : "—",
            output.right ? "" : "not " + short_of(expected), "bad");
      svg.classed_text("quiet small m", {x_of(column), bottom_of(row) + 13},
                       sizes_.labels ? fmt::format("{}[{}]", output.array, output.index)
                                     : fmt::format("{}", output.index));
    }
    svg.classed_text("quiet e", {kNamesLeft - 10, top_of(row) + sizes_.box_height / 2 + 5}, name);
  }

  // ---- Wires ---------------------------------------------------------------------------------------------

  static bool is_taken(const Wire& wire) {
    return !wire.is_output &&
           std::ranges::count(wire.crossings, wire.crossings.front()) < std::ptrdiff_t(wire.crossings.size());
  }

  void draw_wire(Svg& svg, const Wire& wire) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < wire.crossings.size(); ++i) {
      const unsigned row = wire.from_row + unsigned(i);
      const double x = x_of(wire.crossings[i]);
      if (i > 0) points.push_back({x, top_of(row)});
      if (i + 1 < wire.crossings.size()) points.push_back({x, bottom_of(row)});
    }
    if (wire.is_output)
      svg.classed_lines("store", {points});
    else if (!p_.steps[wire.step].used)
      svg.classed_lines("lost", {points});
    else if (is_taken(wire))
      arrow(svg, p_.steps[wire.step].raced ? "race" : "take", points);
    else
      svg.classed_lines("own", {points});
  }

  std::vector<std::string> legend() const {
    const bool in_order = p_.operands == Operands::ordered;
    const bool unused = std::ranges::any_of(p_.steps, [](const Step& step) { return !step.used; });
    std::vector<std::string> parts = {fmt::format("[a..b): in[a] to in[b-1], combined {}",
                                                  in_order ? "from left to right" : "in any order")};
    if (std::ranges::any_of(recording_.outputs,
                            [](const auto& output) { return output.written && output.node == 0; }))
      parts.push_back("id: the identity");
    if (layout_.left_out > 0)
      parts.push_back(
          fmt::format("{} that nobody uses are left out", counted(layout_.left_out, "combination")));
    else if (unused)
      parts.push_back("dashed: nobody uses it");
    if (!layout_.launches.empty()) parts.push_back("squares: the threads of a warp; blue ones combine");
    return parts;
  }
  /// As many parts in a line as fit.
  std::vector<std::string> legend_lines() const {
    constexpr double kCharacter = 6;  // of small text
    std::vector<std::string> lines;
    for (const std::string& part : legend()) {
      if (!lines.empty() && kCharacter * double(lines.back().size() + part.size()) < width_ - 2 * kMargin)
        lines.back() += " · " + part;
      else
        lines.push_back(part);
    }
    return lines;
  }
  void draw_legend(Svg& svg) {
    const std::vector<std::string> lines = legend_lines();
    double y = height_ - 14 - kLegendLine * double(lines.size() - 1);
    for (const std::string& line : lines) {
      svg.classed_text("quiet small", {kMargin, y}, line);
      y += kLegendLine;
    }
  }

  const Provenance& p_;
  const Recording& recording_;
  const CombinationLayout& layout_;
  Head head_;
  Sizes sizes_;
  double width_ = 0, height_ = 0;
  std::vector<double> tops_;  ///< of the boxes of each row
};

}  // namespace

Svg combination_svg(const Provenance& provenance, const CombinationLayout& layout, Head head) {
  return CombinationPainter(provenance, layout, std::move(head)).paint();
}

}  // namespace warpgrade::report::drawing
