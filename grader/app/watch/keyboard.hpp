// Single keys from standard input. While it lives, the terminal neither waits for Enter nor shows what is
// typed. However this process ends, the terminal is as it was afterwards.
#pragma once

#include <optional>
#include <sys/types.h>

namespace warpgrade::app {

class Keyboard {
 public:
  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  /// The terminal as it was. Safe in a signal handler.
  static void restore() noexcept;

  bool is_open() const { return is_open_; }
  /// Call it when standard input is readable. Nothing if it was closed.
  std::optional<char> key();

 private:
  void start_guard();
  pid_t guard_ = -1;
  int guards_pipe_ = -1;
  bool is_open_ = true;
};

}  // namespace warpgrade::app
