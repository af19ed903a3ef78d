#include <algorithm>

#include <fmt/format.h>

#include "report/drawing/network.hpp"
#include "report/drawing/text_canvas.hpp"
#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

constexpr int kTextNames = 12, kTextOutputs = 20;  // beside the wires
constexpr int kTextLane = 2;

class NetworkWriter {
 public:
  NetworkWriter(const Network& network, const NetworkLayout& layout)
      : network_(network), recording_(*network.recording), layout_(layout) {
    int x = kTextNames;
    for (unsigned step = 0; step <= layout.steps(); ++step) {
      lefts_.push_back(x += 2);
      if (step < layout.steps()) x += kTextLane * int(layout.lanes[step]);
    }
    right_ = x;
  }

  int width() const { return right_ + kTextOutputs; }

  const TextCanvas& write() {
    write_titles();
    for (unsigned wire = 0; wire < network_.wires; ++wire) write_wire(wire);
    for (const WireBarriers& barriers : layout_.barriers) write_barriers(barriers);
    for (std::size_t i = 0; i < network_.comparators.size(); ++i) write_comparator(i);
    return canvas_;
  }

 private:
  int y_of(unsigned wire) const { return top_ + int(wire); }

  void write_titles() {
    for (const NetworkLaunch& launch : layout_.launches) {
      const RecordedLaunch& what = recording_.launches[launch.launch];
      canvas_.text(lefts_[launch.first_step], int(top_),
                   fmt::format("{}<<<{}, {}>>>", what.kernel, what.blocks(), what.threads_per_block()),
                   TextTone::quiet);
      ++top_;
    }
  }

  void write_wire(unsigned wire) {
    const int y = y_of(wire), net = int(wire);
    canvas_.text(0, y, fmt::format("in[{}]", wire), TextTone::quiet);
    if (wire < recording_.input_values.size())
      canvas_.text(7, y, pad_left(fit(recording_.input_values[wire], 4), 4));
    canvas_.horizontal(y, kTextNames, right_, net);
    if (wire < recording_.outputs.size()) write_output(wire);
  }

  void write_output(unsigned i) {
    const RecordedOutput& output = recording_.outputs[i];
    const int y = y_of(i);
    const TextTone tone = output.right ? TextTone::good : TextTone::bad;
    canvas_.text(right_ + 1, y, " " + pad_left(output.written ? fit(output.value, 5) : "-", 3), tone);
    std::string note = output.right ? "" : "not " + fit(output.expected, 5);
    if (network_.out_of_order && (i == *network_.out_of_order || i == *network_.out_of_order + 1))
      note += " <";
    canvas_.text(right_ + 6, y, note, TextTone::bad);
  }

  void write_barriers(const WireBarriers& barriers) {
    const int x = lefts_[barriers.step] - 1;
    for (unsigned wire = barriers.first_wire; wire <= barriers.last_wire; ++wire)
      canvas_.text(x, y_of(wire), "╎", TextTone::quiet);
  }

  void write_comparator(std::size_t i) {
    const Comparator& comparator = network_.comparators[i];
    const PlacedComparator placed = layout_.comparators[i];
    const int x = lefts_[placed.step] + kTextLane * int(placed.lane);
    const bool wrong = i == network_.blamed();
    const TextTone tone = wrong                                     ? TextTone::bad
                          : comparator.exchanged || !comparator.low ? TextTone::strong
                                                                    : TextTone::plain;
    const int net = int(network_.wires + i);
    canvas_.vertical(x, y_of(first_wire(comparator)), y_of(last_wire(comparator)), net, End::closed,
                     End::closed, tone);
    const bool down = comparator.right.wire > comparator.left.wire;
    canvas_.text(x, y_of(comparator.left.wire), wrong ? "X" : "o", tone);
    canvas_.text(x, y_of(comparator.right.wire), down ? "▼" : "▲", tone);
  }

  const Network& network_;
  const Recording& recording_;
  const NetworkLayout& layout_;
  TextCanvas canvas_;
  std::vector<int> lefts_;  ///< of each step; and of what is behind the last one
  int right_ = 0, top_ = 0;
};

}  // namespace

int text_width(const Network& network, const NetworkLayout& layout) {
  return NetworkWriter(network, layout).width();
}

std::string network_text(const Network& network, const NetworkLayout& layout, const Style& style,
                         bool unicode) {
  return NetworkWriter(network, layout).write().str(style, unicode);
}

}  // namespace warpgrade::report::drawing
