#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "report/drawing/provenance.hpp"
#include "report/drawing/updates.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr double kBoxHeight = 34, kIndexHeight = 14, kLevelGap = 130, kGroupGap = 26, kMostPitch = 58,
                 kLeastPitch = 34;

struct Group {
  CellRow row;
  double left = 0;
};

class UpdatesPainter {
 public:
  UpdatesPainter(const Updates& updates, Head head)
      : u_(updates), recording_(*updates.recording), head_(std::move(head)) {
    std::size_t most = 0;
    for (const std::vector<CellRow>& level : u_.levels) most = std::max(most, cells_in(level));
    pitch_ = most <= 16 ? kMostPitch : kLeastPitch;
    double widest = 0;
    for (const std::vector<CellRow>& level : u_.levels) widest = std::max(widest, width_of(level));
    width_ = std::max(widest + 2 * kMargin + 20, 560.0);
    top_ = height_of(head_, width_) + 24;
    place_groups();
    height_ = y_of(u_.levels.size() - 1) + kBoxHeight + 58;
  }

  Svg paint() {
    Svg svg(width_, height_);
    draw_head(svg, head_, width_);
    for (const bool special : {false, true})
      for (const Update& update : u_.updates)
        if ((update.collisions > 1 || u_.is_wrong(update)) == special) draw_update(svg, update);
    for (std::size_t level = 0; level < groups_.size(); ++level)
      for (const Group& group : groups_[level]) draw_group(svg, group, level);
    draw_collisions(svg);
    draw_legend(svg);
    return svg;
  }

 private:
  double width_of(const std::vector<CellRow>& level) const {
    return pitch_ * double(cells_in(level)) + kGroupGap * double(level.size() - 1);
  }
  double y_of(std::size_t level) const { return top_ + double(level) * (kBoxHeight + kLevelGap); }

  void place_groups() {
    for (const std::vector<CellRow>& level : u_.levels) {
      double x = (width_ - width_of(level)) / 2;
      std::vector<Group>& groups = groups_.emplace_back();
      for (const CellRow& row : level) {
        groups.push_back({row, x});
        x += pitch_ * double(row.cells()) + kGroupGap;
      }
    }
  }

  /// The middle of a cell's top edge.
  std::optional<Point> place_of(const Cell& cell) const {
    for (std::size_t level = 0; level < groups_.size(); ++level)
      for (const Group& group : groups_[level])
        if (group.row.array == cell.array && group.row.block == cell.block &&
            group.row.first <= cell.element && cell.element <= group.row.last)
          return Point{group.left + pitch_ * (double(cell.element - group.row.first) + 0.5), y_of(level)};
    return std::nullopt;
  }

  std::string tooltip_of(const Update& update) const {
    const std::string place = place_in_words(recording_, update.line);
    return fmt::format("block {}, thread {}: {}{} to {}{}", update.block, update.thread,
                       update.amount < 0 ? "" : "+", update.amount, u_.name_of(update.target),
                       place.empty() ? "" : ", " + place);
  }

  void draw_update(Svg& svg, const Update& update) {
    const std::optional<Point> to = place_of(update.target);
    if (!to) return;
    const std::string look = u_.is_wrong(update) ? "race" : update.collisions > 1 ? "meet" : "take";
    for (const Cell& source : update.sources)
      if (const std::optional<Point> from = place_of(source); from && from->y < to->y)
        arrow(svg, look, {{from->x, from->y + kBoxHeight + kIndexHeight}, *to});
    if (update.sources.empty()) arrow(svg, look, {{to->x, to->y - 22}, *to});
  }

  /// Threads that read a cell and added it somewhere.
  std::string readers_of(const Cell& cell) const {
    std::set<unsigned> threads;
    for (const Update& update : u_.updates)
      if (std::ranges::count(update.sources, cell) > 0) threads.insert(update.thread);
    if (threads.empty()) return "";
    return threads.size() == 1 ? fmt::format("thread {}", *threads.begin())
                               : fmt::format("{} threads", threads.size());
  }

  /// The block that read a cell, or has it; nothing if several do.
  std::optional<unsigned> block_of(const Cell& cell) const {
    if (recording_.arrays[cell.array].shared) return cell.block;
    std::optional<unsigned> block;
    for (const Update& update : u_.updates) {
      if (std::ranges::count(update.sources, cell) == 0) continue;
      if (block && *block != update.block) return std::nullopt;
      block = update.block;
    }
    return block;
  }

  void draw_group(Svg& svg, const Group& group, std::size_t level) {
    const RecordedArray& array = recording_.arrays[group.row.array];
    const bool is_last = level + 1 == groups_.size();
    std::string title = array.name;
    if (array.shared) title = fmt::format("{} of block {}", array.name, group.row.block);
    svg.classed_text("quiet small halo", {group.left + 2, y_of(level) - 7}, title);
    for (std::uint64_t element = group.row.first; element <= group.row.last; ++element)
      draw_cell(svg, {group.row.array, group.row.block, element}, is_last);
  }

  void draw_cell(Svg& svg, const Cell& cell, bool is_last) {
    const Point place = *place_of(cell);
    const RecordedOutput* output = is_last ? u_.output_of(cell) : nullptr;
    std::string look = "given", below = readers_of(cell);
    if (output != nullptr) {
      look = !output->written ? "missing" : output->right ? "right" : "wrong";
      below = output->right ? "" : "not " + fit(output->expected, 6);
    } else if (const std::optional<unsigned> block = block_of(cell)) {
      look = warp_class(32 * *block);
    }
    svg.classed_rectangle(look, {place.x - pitch_ / 2 + 3, place.y}, pitch_ - 6, kBoxHeight, 5,
                          tooltip_of(cell));
    const bool two_lines = !below.empty() && pitch_ == kMostPitch;
    svg.classed_text("m", {place.x, place.y + (two_lines ? 16 : 22)},
                     fit(u_.value_of(cell).value_or("?"), pitch_ == kMostPitch ? 7 : 4));
    if (two_lines)
      svg.classed_text(output != nullptr ? "bad tiny m" : "quiet tiny m", {place.x, place.y + 28}, below);
    svg.classed_text("quiet tiny m halo", {place.x, place.y + kBoxHeight + 11},
                     fmt::format("[{}]", cell.element));
  }

  std::string tooltip_of(const Cell& cell) const {
    std::string text = u_.name_of(cell);
    for (const Update& update : u_.updates)
      if (update.target == cell) text += "\n" + tooltip_of(update);
    return text;
  }

  void draw_collisions(Svg& svg) {
    std::map<Cell, unsigned> most;
    for (const Update& update : u_.updates) {
      unsigned& lanes = most[update.target];
      lanes = std::max(lanes, update.collisions);
    }
    for (const auto& [cell, lanes] : most)
      if (const auto place = place_of(cell); place && lanes > 1)
        svg.classed_text("barrier bold halo", {place->x + 8, place->y - 9}, fmt::format("×{}", lanes));
  }

  void draw_legend(Svg& svg) {
    std::string text = "A line: an update of a counter";
    if (std::ranges::any_of(u_.updates, [this](const Update& update) { return u_.is_wrong(update); }))
      text += " · red: in a race, or it overwrites what others counted";
    if (u_.most_collisions() > 1) text += " · ×2: lanes of one warp at once, which take turns";
    svg.classed_text("quiet small", {kMargin, height_ - 12}, text);
  }

  const Updates& u_;
  const Recording& recording_;
  Head head_;
  double pitch_ = 0, width_ = 0, top_ = 0, height_ = 0;
  std::vector<std::vector<Group>> groups_;  ///< as the levels of the updates
};

}  // namespace

Svg updates_svg(const Updates& updates, Head head) {
  return UpdatesPainter(updates, std::move(head)).paint();
}

}  // namespace warpgrade::report::drawing
