// What the terminal behind a file descriptor can show, and one line on it that says what is being done now:
// rewritten in place, silent elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace warpgrade::report {

bool is_terminal(int descriptor);
/// Columns; 80 where it is not known.
int terminal_width(int descriptor);
/// Rows; 0 where it is not known.
std::size_t terminal_height(int descriptor);
/// On a terminal, unless NO_COLOR is set or the terminal is dumb.
bool wants_color(int descriptor);
/// True where the locale's characters are UTF-8.
bool locale_is_utf8();

/// 20 characters, of which as many are full as `done` is of `total`.
std::string progress_bar(std::size_t done, std::size_t total, bool unicode);

class ProgressLine {
 public:
  /// `enabled`: whether `out` is a terminal (see is_terminal). Where it is not, nothing is written.
  ProgressLine(std::ostream& out, bool enabled, int width = 80, bool unicode = true);
  ~ProgressLine();  ///< clears the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// total 0: nothing to count yet (building). Writes at most ten times a second, and always at the end.
  void show(std::size_t done, std::size_t total, std::string_view what);
  void clear();

 private:
  std::ostream& out_;
  bool enabled_;
  int width_;
  bool unicode_;
  bool visible_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace warpgrade::report
