#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "report/drawing/combination.hpp"
#include "report/drawing/text_canvas.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr int kTextLeft = 4, kTextPitch = 8, kTextMiddle = 3;  // of a column
constexpr int kTextNotes = 12;                                 // right of all columns
constexpr std::size_t kMostCharacters = 7;                     // of a label

/// A value that leaves a row at one place and goes to others, across the gap between two rows.
struct Net {
  int number = 0, top = 0;
  std::set<int> bottoms;
  bool used = false;
  int track = 0;

  int first() const { return std::min(top, *bottoms.begin()); }
  int last() const { return std::max(top, *bottoms.rbegin()); }
};

/// Lines within a gap for the nets that go across, so that no two share a place. Returns how many.
int assign_tracks(std::vector<Net>& nets) {
  std::ranges::sort(nets, {}, &Net::first);
  std::vector<int> ends;  // of each track
  for (Net& net : nets) {
    const auto free = std::ranges::find_if(ends, [&](int end) { return end < net.first(); });
    net.track = int(free - ends.begin());
    if (free == ends.end())
      ends.push_back(net.last());
    else
      *free = net.last();
  }
  return int(ends.size());
}

class CombinationWriter {
 public:
  CombinationWriter(const Provenance& provenance, const CombinationLayout& layout)
      : p_(provenance), recording_(*provenance.recording), layout_(layout) {}

  const TextCanvas& write() {
    write_inputs();
    for (unsigned row = 1; row < layout_.rows; ++row) {
      write_gap(row);
      if (row + 1 < layout_.rows) write_steps(row);
    }
    write_outputs();
    return canvas_;
  }

 private:
  static int x_of(const Crossing& crossing) {
    const int x = kTextLeft + kTextPitch * int(crossing.column) + kTextMiddle;
    switch (crossing.slot) {
      case Slot::middle: break;
      case Slot::left_entry: return x - 2;
      case Slot::right_entry: return x + 2;
      case Slot::gutter: return x + 4;
      case Slot::second_gutter: return x + 3;
    }
    return x;
  }

  void centered(unsigned column, int y, const std::string& text, TextTone tone) {
    const int width = int(display_width(text));
    canvas_.text(kTextLeft + kTextPitch * int(column) + kTextMiddle - width / 2, y, text, tone);
  }

  int notes_x() const { return kTextLeft + kTextPitch * int(layout_.columns) + 1; }

  std::string label_of(const Contents& contents) const {
    return short_label(contents, p_.operands, kMostCharacters);
  }

  // ---- Rows ----------------------------------------------------------------------------------------------

  void write_inputs() {
    canvas_.text(0, 0, "in", TextTone::quiet);
    for (unsigned i = 0; i < recording_.inputs; ++i)
      centered(i, 0, fmt::format("in[{}]", i), TextTone::plain);
    canvas_.text(notes_x(), 0, "at work", TextTone::quiet);
    y_ = 1;
  }

  static std::string threads_label(const Step& step) {
    if (step.threads.size() == 1) return fmt::format("t{}", step.threads.front());
    return fmt::format("{}x", step.threads.size());
  }

  void write_steps(unsigned row) {
    for (std::size_t i = 0; i < p_.steps.size(); ++i) {
      const Step& step = p_.steps[i];
      if (layout_.steps[i].row != row || !layout_.steps[i].shown) continue;
      const bool first = i == p_.first_wrong;
      const TextTone tone = !step.used ? TextTone::quiet : step.sound ? TextTone::strong : TextTone::bad;
      centered(layout_.steps[i].column, y_, label_of(step.contents), tone);
      centered(layout_.steps[i].column, y_ + 1,
               threads_label(step) + (first        ? " WRONG"
                                      : step.raced ? " race"
                                                   : ""),
               first || step.raced ? TextTone::bad : TextTone::quiet);
    }
    pass_through(row);
    write_activity(row);
    y_ += 2;
  }

  void write_activity(unsigned row) {
    for (const PlacedLaunch& launch : layout_.launches)
      for (const PlacedBlock& block : launch.blocks)
        for (const Activity& activity : block.activities) {
          if (activity.row != row || launch.blocks.size() > 1) continue;
          canvas_.text(notes_x(), y_,
                       fmt::format("{} of {}", activity.threads.size(),
                                   recording_.launches[launch.launch].threads_per_block()),
                       TextTone::quiet);
        }
  }

  /// Wires that go on below this row.
  void pass_through(unsigned row) {
    for (const Wire& wire : layout_.wires)
      if (wire.from_row < row && row < wire.to_row)
        canvas_.vertical(x_of(wire.crossings[row - wire.from_row]), y_, y_ + 1, number_of(wire.from));
  }

  void write_outputs() {
    const bool all_right = std::ranges::all_of(recording_.outputs, &RecordedOutput::right);
    canvas_.text(0, y_, "out", TextTone::quiet);
    if (!all_right) canvas_.text(0, y_ + 1, "not", TextTone::quiet);
    for (std::size_t i = 0; i < recording_.outputs.size(); ++i) {
      const RecordedOutput& output = recording_.outputs[i];
      const unsigned column = layout_.output_columns[i];
      centered(column, y_, output.written ? label_of(p_.contents_of(p_.value_of(output.node))) : "nothing",
               output.right ? TextTone::good : TextTone::bad);
      if (output.right) continue;
      const Contents expected = p_.expected_in(output);
      centered(column, y_ + 1, label_of(expected), TextTone::bad);
    }
  }

  // ---- Between rows --------------------------------------------------------------------------------------

  int number_of(const Value& value) {
    return numbers_.try_emplace(value, int(numbers_.size())).first->second;
  }

  std::vector<Net> nets_above(unsigned row) {
    std::map<std::pair<int, int>, Net> nets;  // by value and place
    for (const Wire& wire : layout_.wires) {
      if (row <= wire.from_row || row > wire.to_row) continue;
      const int top = x_of(wire.crossings[row - wire.from_row - 1]);
      const int number = number_of(wire.from);
      Net& net = nets[{number, top}];
      net.number = number;
      net.top = top;
      net.bottoms.insert(x_of(wire.crossings[row - wire.from_row]));
      net.used = net.used || wire.is_output || p_.steps[wire.step].used;
    }
    std::vector<Net> list;
    for (auto& [key, net] : nets) list.push_back(std::move(net));
    return list;
  }

  void write_gap(unsigned row) {
    const int begin = y_;
    write_signs(row);
    std::vector<Net> straight, across;
    for (Net& net : nets_above(row))
      (net.first() == net.last() ? straight : across).push_back(std::move(net));
    const int tracks_begin = y_, tracks = assign_tracks(across);
    y_ += std::max(tracks, 1);
    for (const Net& net : straight) canvas_.vertical(net.top, begin, y_ - 1, net.number);
    for (const Net& net : across) {
      const int track = tracks_begin + net.track;
      canvas_.vertical(net.top, begin, track, net.number, End::open, End::closed);
      canvas_.horizontal(track, net.first(), net.last(), net.number);
      for (const int bottom : net.bottoms)
        canvas_.vertical(bottom, track, y_ - 1, net.number, End::closed, End::open);
    }
  }

  /// Names of launches and blocks, and barriers.
  void write_signs(unsigned row) {
    for (const PlacedLaunch& launch : layout_.launches)
      if (launch.last_row + 1 == row) write_barriers(launch, row);
    for (const PlacedLaunch& launch : layout_.launches) {
      if (launch.first_row == row) write_title(launch);
      if (launch.first_row <= row && row <= launch.last_row) write_barriers(launch, row);
    }
  }

  void write_title(const PlacedLaunch& launch) {
    const RecordedLaunch& what = recording_.launches[launch.launch];
    canvas_.text(0, y_, fmt::format("{}<<<{}, {}>>> ", what.kernel, what.blocks(), what.threads_per_block()),
                 TextTone::quiet);
    if (launch.blocks.size() > 1) {
      ++y_;
      for (const PlacedBlock& block : launch.blocks)
        canvas_.text(kTextLeft + kTextPitch * int(block.first_column), y_,
                     fmt::format("block {} ", block.block), TextTone::quiet);
    }
    ++y_;
  }

  void write_barriers(const PlacedLaunch& launch, unsigned row) {
    unsigned most = 0;
    for (const PlacedBlock& block : launch.blocks)
      for (const Barriers& barriers : block.barriers) {
        if (barriers.at != row) continue;
        most = std::max(most, barriers.count);
        canvas_.dashes(y_, kTextLeft + kTextPitch * int(block.first_column),
                       kTextLeft + kTextPitch * (int(block.last_column) + 1) - 2);
      }
    if (most == 0) return;
    canvas_.text(notes_x(), y_, most == 1 ? "barrier" : fmt::format("{} barriers", most), TextTone::quiet);
    ++y_;
  }

  const Provenance& p_;
  const Recording& recording_;
  const CombinationLayout& layout_;
  TextCanvas canvas_;
  std::map<Value, int> numbers_;
  int y_ = 0;
};

}  // namespace

int text_width(const CombinationLayout& layout) {
  return kTextLeft + kTextPitch * int(layout.columns) + kTextNotes;
}

std::string combination_text(const Provenance& provenance, const CombinationLayout& layout,
                             const Style& style, bool unicode) {
  return CombinationWriter(provenance, layout).write().str(style, unicode);
}

}  // namespace warpgrade::report::drawing
