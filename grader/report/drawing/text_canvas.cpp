#include "report/drawing/text_canvas.hpp"

#include <algorithm>
#include <array>

#include "report/text.hpp"

namespace warpgrade::report::drawing {
namespace {

/// By the sum of up 1, down 2, left 4, right 8.
constexpr std::array<const char*, 16> kBoxes = {" ", "│", "│", "│", "─", "╯", "╮", "┤",
                                                "─", "╰", "╭", "├", "─", "┴", "┬", "┼"};
constexpr std::array<const char*, 16> kAscii = {" ", "|", "|", "|", "-", "+", "+", "+",
                                                "-", "+", "+", "+", "-", "+", "+", "+"};

std::string in_ascii(const std::string& glyph) {
  if (glyph == "▼") return "v";
  if (glyph == "▲") return "^";
  if (glyph == "╎") return ":";
  return to_ascii(glyph);
}

std::string painted(const Style& style, TextTone tone, const std::string& text) {
  switch (tone) {
    case TextTone::plain: return text;
    case TextTone::quiet: return style.dim(text);
    case TextTone::strong: return style.bold(text);
    case TextTone::good: return style.good(text);
    case TextTone::bad: return style.bad(text);
  }
  return text;
}

}  // namespace

TextCanvas::Cell& TextCanvas::at(int x, int y) {
  if (y >= int(rows_.size())) rows_.resize(std::size_t(y) + 1);
  std::vector<Cell>& row = rows_[std::size_t(y)];
  if (x >= int(row.size())) row.resize(std::size_t(x) + 1);
  return row[std::size_t(x)];
}

void TextCanvas::text(int x, int y, std::string_view foreign, TextTone tone) {
  const std::string utf8 = fit(printable(foreign), 1000);  // names of kernels come from a submission
  for (std::size_t begin = 0; begin < utf8.size();) {
    std::size_t end = begin + 1;  // the bytes of a character after the first begin with 10
    while (end < utf8.size() && (static_cast<unsigned char>(utf8[end]) & 0xC0) == 0x80) ++end;
    Cell& cell = at(x++, y);
    cell.glyph = utf8.substr(begin, end - begin);
    cell.tone = tone;
    begin = end;
  }
}

void TextCanvas::vertical(int x, int from_y, int to_y, int net, End from, End to, TextTone tone) {
  for (int y = from_y; y <= to_y; ++y) {
    Cell& cell = at(x, y);
    if (y > from_y || from == End::open) cell.upright |= kUp;
    if (y < to_y || to == End::open) cell.upright |= kDown;
    cell.upright_net = net;
    if (cell.glyph.empty()) cell.tone = tone;
  }
}

void TextCanvas::horizontal(int y, int from_x, int to_x, int net, TextTone tone) {
  if (from_x > to_x) std::swap(from_x, to_x);
  for (int x = from_x; x <= to_x; ++x) {
    Cell& cell = at(x, y);
    if (x > from_x) cell.level |= kLeft;
    if (x < to_x) cell.level |= kRight;
    cell.level_net = net;
    if (cell.glyph.empty()) cell.tone = tone;
  }
}

void TextCanvas::dashes(int y, int from_x, int to_x, TextTone tone) {
  for (int x = from_x; x <= to_x; ++x) {
    Cell& cell = at(x, y);
    cell.dashed = true;
    if (cell.glyph.empty() && cell.upright == 0) cell.tone = tone;
  }
}

std::string TextCanvas::glyph_of(const Cell& cell, bool unicode) {
  const auto& boxes = unicode ? kBoxes : kAscii;
  if (!cell.glyph.empty()) return unicode ? cell.glyph : in_ascii(cell.glyph);
  const bool crossing = cell.upright != 0 && cell.level != 0 && cell.upright_net != cell.level_net;
  if (crossing) return boxes[kUp | kDown];
  if ((cell.upright | cell.level) != 0) return boxes[cell.upright | cell.level];
  return !cell.dashed ? " " : unicode ? "╌" : ".";
}

std::string TextCanvas::str(const Style& style, bool unicode) const {
  std::string all;
  for (const std::vector<Cell>& row : rows_) {
    std::size_t end = row.size();
    while (end > 0 && glyph_of(row[end - 1], unicode) == " ") --end;
    for (std::size_t x = 0; x < end;) {
      const TextTone tone = row[x].tone;
      std::string part;
      while (x < end && row[x].tone == tone) part += glyph_of(row[x++], unicode);
      all += painted(style, tone, part);
    }
    all += '\n';
  }
  return all;
}

}  // namespace warpgrade::report::drawing
