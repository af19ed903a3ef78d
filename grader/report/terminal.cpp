// Asks the system and the usual environment variables.
#include "report/terminal.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <ostream>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "report/text.hpp"

namespace warpgrade::report {
namespace {

constexpr int kDefaultWidth = 80;
constexpr int kMinWidth = 40;
constexpr int kMaxWidth = 400;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// ---- The line: carriage return, text, erase to the end of the line; no scrolling, nothing left behind ----

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr std::size_t kBarWidth = 20;
constexpr const char* kEraseToEnd = "\x1b[K";

}  // namespace

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

int terminal_width(int descriptor) {
  winsize size{};
  int columns = 0;
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  if (columns == 0) columns = std::atoi(std::string(environment("COLUMNS")).c_str());
  return columns > 0 ? std::clamp(columns, kMinWidth, kMaxWidth) : kDefaultWidth;
}

std::size_t terminal_height(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

bool wants_color(int descriptor) {
  // https://no-color.org: present and not empty, whatever its value.
  return is_terminal(descriptor) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

bool locale_is_utf8() {
  // The first variable that is set decides, as for setlocale().
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(environment(name));
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

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
