// What drawings have in common besides their style sheet (drawing.css): arrows, a head with sentences, and
// where the phases of a block begin.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "model/recording.hpp"
#include "report/svg.hpp"

namespace warpgrade::report::drawing {

/// From the first to the last point, with a tip at the end. Classes: the line's, and `<class>_tip`.
void arrow(Svg& svg, std::string_view css_class, std::vector<Point> points);

/// What stands above a drawing.
struct Head {
  std::string title, subtitle;
  std::vector<std::string> sentences;
  bool right = true;  ///< the colour of the first sentence
};

/// Pixels that a head takes, in a drawing of that width.
double height_of(const Head& head, double width);
void draw_head(Svg& svg, const Head& head, double width);

/// "2 blocks of 32 threads"
std::string size_in_words(const RecordedLaunch& launch);

/// The fill of what a thread made: warps have colours in turn.
std::string warp_class(unsigned thread);

inline constexpr double kMargin = 20;

struct Barriers {
  unsigned at = 0;     ///< the row or step that they lie before
  unsigned count = 0;  ///< one after the other, with nothing between them
};

/// What a block does in places one after the other (rows, steps): what is behind a barrier stands behind all
/// that is before it.
class Phases {
 public:
  explicit Phases(unsigned first = 0) : begin_(first), end_(first) {}

  /// Where this phase begins, which is that of the last call or a later one.
  unsigned begin_of(unsigned phase);
  void take(unsigned place) { end_ = std::max(end_, place + 1); }
  unsigned end() const { return end_; }
  /// All barriers of the block, those behind its last place too.
  std::vector<Barriers> barriers(const Recording& recording, unsigned launch, unsigned block) const;

 private:
  unsigned phase_ = 0, begin_, end_;
  std::vector<Barriers> barriers_;
};

}  // namespace warpgrade::report::drawing
