// Carriage return, text, erase to the end of the line: no scrolling, nothing left behind.
#include "report/progress.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr std::size_t kBarWidth = 20;
constexpr const char* kEraseToEnd = "\x1b[K";

}  // namespace

std::string progress_bar(std::size_t done, std::size_t total, bool unicode) {
  const std::size_t full = total > 0 ? std::min(kBarWidth, done * kBarWidth / total) : 0;
  std::string text;
  for (std::size_t i = 0; i < kBarWidth; ++i) {
    if (i < full)
      text += unicode ? "█" : "#";
    else
      text += unicode ? "░" : ".";
  }
  return text;
}

ProgressLine::ProgressLine(std::ostream& out, bool enabled, int width, bool unicode)
    : out_(out), enabled_(enabled), width_(width), unicode_(unicode) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(std::size_t done, std::size_t total, std::string_view what) {
  if (!enabled_) return;
  const auto now = std::chrono::steady_clock::now();
  const bool at_end = total > 0 && done >= total;
  if (visible_ && !at_end && now - last_ < kPause) return;
  last_ = now;
  visible_ = true;
  std::string line = printable(what);
  if (total > 0) line = fmt::format("{} {}/{}  {}", progress_bar(done, total, unicode_), done, total, line);
  // One column stays free: some terminals break the line when the last one is written.
  line = fit(line, static_cast<std::size_t>(std::max(width_, 2) - 1));
  out_ << '\r' << (unicode_ ? line : to_ascii(line)) << kEraseToEnd << std::flush;
}

void ProgressLine::clear() {
  if (!visible_) return;
  out_ << '\r' << kEraseToEnd << std::flush;
  visible_ = false;
}

}  // namespace warpgrade::report
