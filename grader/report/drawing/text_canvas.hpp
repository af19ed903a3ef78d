// A drawing of characters: texts, and lines that become box characters. A line that crosses another one
// passes over it; lines of the same net join.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/style.hpp"

namespace warpgrade::report::drawing {

/// The end of a line: does it run on into what lies behind, or stop and turn?
enum class End { open, closed };

enum class TextTone { plain, quiet, strong, good, bad };

class TextCanvas {
 public:
  static constexpr int kNoNet = -1;

  /// Grows downward and to the right as it is drawn on.
  void text(int x, int y, std::string_view foreign, TextTone tone = TextTone::plain);
  void vertical(int x, int from_y, int to_y, int net, End from = End::open, End to = End::open,
                TextTone tone = TextTone::quiet);
  /// Both ends are closed.
  void horizontal(int y, int from_x, int to_x, int net, TextTone tone = TextTone::quiet);
  /// A dashed line across, behind everything else.
  void dashes(int y, int from_x, int to_x, TextTone tone = TextTone::quiet);

  int height() const { return int(rows_.size()); }
  /// All lines. Without Unicode the box characters are made of - | +.
  std::string str(const Style& style, bool unicode) const;

 private:
  enum : unsigned { kUp = 1, kDown = 2, kLeft = 4, kRight = 8 };
  struct Cell {
    std::string glyph;                ///< of a text; empty: none
    unsigned upright = 0, level = 0;  ///< which halves of the cell lines run through
    int upright_net = kNoNet, level_net = kNoNet;
    bool dashed = false;
    TextTone tone = TextTone::plain;
  };

  Cell& at(int x, int y);
  static std::string glyph_of(const Cell& cell, bool unicode);

  std::vector<std::vector<Cell>> rows_;
};

}  // namespace warpgrade::report::drawing
