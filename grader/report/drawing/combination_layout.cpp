// A step stands one row below its operands, in its phase's rows, and one further down while its place is
// taken. Blocks of a launch stand side by side; where they work on mixed columns, one below the other.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "report/drawing/combination.hpp"

namespace warpgrade::report::drawing {
namespace {

using Kind = Value::Kind;

/// A block of a launch while its steps get their rows. Rows count from the block's first one.
struct Room {
  PlacedBlock placed;
  Phases phases;
  unsigned offset = 0;  ///< of its first row in the launch
};

class Layouter {
 public:
  explicit Layouter(const Provenance& provenance) : p_(provenance), recording_(*provenance.recording) {
    layout_.columns = std::max({recording_.inputs, unsigned(recording_.outputs.size()), 1u});
    layout_.steps.resize(p_.steps.size());
  }

  CombinationLayout lay_out() {
    choose_steps();
    unsigned row = 1;
    for (unsigned launch = 0; launch < recording_.launches.size(); ++launch) row = place_launch(launch, row);
    layout_.rows = row + 1;
    place_outputs(row);
    for (std::size_t i = 0; i < p_.steps.size(); ++i) {
      if (!layout_.steps[i].shown) continue;
      add_wire({.from = p_.steps[i].left, .step = i, .is_left = true});
      add_wire({.from = p_.steps[i].right, .step = i});
    }
    for (std::size_t i = 0; i < recording_.outputs.size(); ++i)
      if (recording_.outputs[i].written)
        add_wire({.from = p_.value_of(recording_.outputs[i].node), .output = i, .is_output = true});
    return std::move(layout_);
  }

 private:
  void choose_steps() {
    const auto used = std::size_t(std::ranges::count(p_.steps, true, &Step::used));
    if (p_.steps.size() - used <= 2 * used + 16) return;
    layout_.left_out = unsigned(p_.steps.size() - used);
    for (std::size_t i = 0; i < p_.steps.size(); ++i) layout_.steps[i].shown = p_.steps[i].used;
  }

  // ---- Steps ---------------------------------------------------------------------------------------------

  unsigned column_of(const Contents& contents) const {
    unsigned first = layout_.columns - 1, last = 0;
    for (const std::uint32_t input : contents.inputs) {
      if (input == Contents::kForeign) continue;
      first = std::min(first, input);
      last = std::max(last, input);
    }
    return std::min(is_scan_from_the_left() ? last : first, layout_.columns - 1);
  }

  bool is_scan() const { return recording_.outputs.size() > 1; }

  /// A result of a scan stands below its own element: from the left that is the last one of its inputs.
  bool is_scan_from_the_left() const {
    const auto& outputs = recording_.outputs;
    const auto inputs_of = [](const RecordedOutput& output) { return output.last - output.first; };
    return is_scan() && inputs_of(outputs.front()) <= inputs_of(outputs.back());
  }

  /// Returns the first row behind it.
  unsigned place_launch(unsigned launch, unsigned first_row) {
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < p_.steps.size(); ++i)
      if (p_.steps[i].launch == launch && layout_.steps[i].shown) steps.push_back(i);
    if (steps.empty()) return first_row;

    std::map<unsigned, Room> rooms = rooms_of(steps);
    const bool stacked = overlap(rooms);
    std::set<std::tuple<unsigned, unsigned, unsigned>> taken;  // room, row, column
    for (const std::size_t i : steps) {
      Room& room = rooms.at(p_.steps[i].block);
      const unsigned key = stacked ? p_.steps[i].block : 0;
      unsigned row = earliest_row(i, room, stacked);
      while (!taken.insert({key, row, layout_.steps[i].column}).second) ++row;
      layout_.steps[i].row = row;
      room.phases.take(row);
    }
    unsigned height = 0;
    for (auto& [block, room] : rooms) {
      room.offset = stacked ? height : 0;
      height = std::max(height, room.offset + room.phases.end());
    }
    for (const std::size_t i : steps) layout_.steps[i].row += first_row + rooms.at(p_.steps[i].block).offset;
    keep(launch, first_row, first_row + height - 1, rooms, steps, stacked);
    return first_row + height;
  }

  std::map<unsigned, Room> rooms_of(const std::vector<std::size_t>& steps) {
    std::map<unsigned, Room> rooms;
    for (const std::size_t i : steps) {
      const Step& step = p_.steps[i];
      const unsigned column = layout_.steps[i].column = column_of(step.contents);
      const PlacedBlock fresh{.block = step.block,
                              .first_column = column,
                              .last_column = column,
                              .barriers = {},
                              .activities = {}};
      PlacedBlock& block = rooms.try_emplace(step.block, Room{fresh, Phases()}).first->second.placed;
      block.first_column = std::min(block.first_column, column);
      block.last_column = std::max(block.last_column, column);
    }
    return rooms;
  }

  static bool overlap(const std::map<unsigned, Room>& rooms) {
    for (const auto& [a, one] : rooms)
      for (const auto& [b, other] : rooms)
        if (a < b && one.placed.first_column <= other.placed.last_column &&
            other.placed.first_column <= one.placed.last_column)
          return true;
    return false;
  }

  /// In its room: where its phase begins, or below its operands. Begins a phase that is new.
  unsigned earliest_row(std::size_t i, Room& room, bool stacked) {
    const Step& step = p_.steps[i];
    unsigned row = room.phases.begin_of(step.phase);
    for (const Value& operand : {step.left, step.right}) {
      if (operand.kind != Kind::step || p_.steps[operand.index].launch != step.launch) continue;
      if (stacked && p_.steps[operand.index].block != step.block) continue;
      row = std::max(row, layout_.steps[operand.index].row + 1);
    }
    return row;
  }

  void keep(unsigned launch, unsigned first_row, unsigned last_row, std::map<unsigned, Room>& rooms,
            const std::vector<std::size_t>& steps, bool stacked) {
    PlacedLaunch placed{.launch = launch, .first_row = first_row, .last_row = last_row, .blocks = {}};
    for (auto& [block, room] : rooms) {
      room.placed.barriers = room.phases.barriers(recording_, launch, block);
      for (Barriers& barriers : room.placed.barriers) barriers.at += first_row + room.offset;
      for (unsigned row = first_row; row <= last_row; ++row) add_activity(room.placed, row, steps);
      placed.blocks.push_back(std::move(room.placed));
    }
    if (!stacked) close_gaps(placed.blocks);
    layout_.launches.push_back(std::move(placed));
  }

  /// In a scan the first inputs of a block have no steps, in a reduction and in a scan from the right the
  /// last ones. They still belong to the block's columns.
  void close_gaps(std::vector<PlacedBlock>& blocks) const {
    std::ranges::sort(blocks, {}, &PlacedBlock::first_column);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const bool last = i + 1 == blocks.size();
      const bool follows = i > 0 && blocks[i - 1].block + 1 == blocks[i].block;
      if (is_scan_from_the_left() && (blocks[i].block == 0 || follows))
        blocks[i].first_column = i == 0 ? 0 : blocks[i - 1].last_column + 1;
      if (!is_scan_from_the_left() || last)
        blocks[i].last_column = last ? layout_.columns - 1 : blocks[i + 1].first_column - 1;
    }
  }

  void add_activity(PlacedBlock& block, unsigned row, const std::vector<std::size_t>& steps) const {
    std::set<unsigned> threads;
    for (const std::size_t i : steps)
      if (p_.steps[i].block == block.block && layout_.steps[i].row == row)
        threads.insert(p_.steps[i].threads.begin(), p_.steps[i].threads.end());
    if (!threads.empty()) block.activities.push_back({row, {threads.begin(), threads.end()}});
  }

  // ---- Outputs -------------------------------------------------------------------------------------------

  void place_outputs(unsigned row) {
    output_row_ = row;
    for (std::size_t i = 0; i < recording_.outputs.size(); ++i) {
      const Value value = p_.value_of(recording_.outputs[i].node);
      const bool below = !is_scan() && (value.kind == Kind::step || value.kind == Kind::input);
      layout_.output_columns.push_back(below ? place_of(value).second : unsigned(i));
    }
  }

  // ---- Wires ---------------------------------------------------------------------------------------------

  /// Row and column.
  std::pair<unsigned, unsigned> place_of(const Value& value) const {
    if (value.kind == Kind::input) return {0, unsigned(value.index)};
    return {layout_.steps[value.index].row, layout_.steps[value.index].column};
  }

  bool is_free(unsigned column, unsigned after, unsigned before) {
    if (boxes_.empty())
      for (const PlacedStep& step : layout_.steps)
        if (step.shown) boxes_.insert({step.row, step.column});
    for (unsigned row = after + 1; row < before; ++row)
      if (boxes_.contains({row, column})) return false;
    return true;
  }

  /// Takes the first way that is free: down in its own column and then across; across first, and down in the
  /// column of its end; or down between two columns.
  void add_wire(Wire wire) {
    if (wire.from.kind != Kind::input && wire.from.kind != Kind::step) return;
    const auto [from_row, from_column] = place_of(wire.from);
    const unsigned to_row = wire.is_output ? output_row_ : layout_.steps[wire.step].row;
    const unsigned to_column =
        wire.is_output ? layout_.output_columns[wire.output] : layout_.steps[wire.step].column;
    wire.from_row = from_row;
    wire.to_row = to_row;
    if (to_row <= from_row) return;  // blocks that stand one below the other, and wait for each other
    const Crossing exit{from_column, Slot::middle};
    const bool enters_left = wire.is_output ? from_column < to_column : wire.is_left;
    Crossing entry{to_column, enters_left ? Slot::left_entry : Slot::right_entry};
    const bool own_column_free = is_free(from_column, from_row, to_row);
    if (from_column == to_column && own_column_free) entry.slot = Slot::middle;
    Crossing between = exit;
    if (!own_column_free) {
      if (from_column != to_column && is_free(to_column, from_row, to_row))
        between = entry;
      else
        between = free_gutter(wire, from_column, to_column);
    }
    wire.crossings.push_back(exit);
    for (unsigned row = from_row + 1; row < to_row; ++row) wire.crossings.push_back(between);
    wire.crossings.push_back(entry);
    layout_.wires.push_back(std::move(wire));
  }

  Crossing free_gutter(const Wire& wire, unsigned from_column, unsigned to_column) {
    const unsigned left = std::min(from_column, to_column);
    const unsigned column = to_column > from_column || left == 0 ? from_column : from_column - 1;
    Crossing gutter{column, Slot::gutter};
    for (unsigned row = wire.from_row + 1; row < wire.to_row; ++row) {
      const auto at = gutters_.find({row, column});
      if (at != gutters_.end() && at->second != wire.from) gutter.slot = Slot::second_gutter;
    }
    if (gutter.slot == Slot::gutter)
      for (unsigned row = wire.from_row + 1; row < wire.to_row; ++row)
        gutters_.emplace(std::pair(row, column), wire.from);
    return gutter;
  }

  const Provenance& p_;
  const Recording& recording_;
  CombinationLayout layout_;
  unsigned output_row_ = 0;
  std::set<std::pair<unsigned, unsigned>> boxes_;           ///< rows and columns of steps
  std::map<std::pair<unsigned, unsigned>, Value> gutters_;  ///< who uses the first place of a gutter
};

}  // namespace

CombinationLayout lay_out(const Provenance& provenance) { return Layouter(provenance).lay_out(); }

}  // namespace warpgrade::report::drawing
