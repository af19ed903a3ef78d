// Single keys from standard input. While it lives, the terminal neither waits for Enter nor shows what is
// typed.
#pragma once

#include <optional>

namespace warpgrade::app {

class Keyboard {
 public:
  Keyboard();
  ~Keyboard() { restore(); }
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  /// The terminal as it was. Safe in a signal handler.
  static void restore() noexcept;

  bool is_open() const { return is_open_; }
  /// Call it when standard input is readable. Nothing: it was closed.
  std::optional<char> key();

 private:
  bool is_open_ = true;
};

}  // namespace warpgrade::app
