#include "app/watch/keyboard.hpp"

#include <termios.h>
#include <unistd.h>

namespace warpgrade::app {
namespace {

termios before;
volatile bool is_changed = false;

}  // namespace

Keyboard::Keyboard() {
  if (::tcgetattr(STDIN_FILENO, &before) != 0) return;  // no terminal: keys come from a pipe
  termios keys = before;
  keys.c_lflag &= ~tcflag_t(ICANON | ECHO);
  keys.c_cc[VSUSP] = _POSIX_VDISABLE;  // Ctrl-Z would leave the shell with this terminal
  is_changed = ::tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
}

void Keyboard::restore() noexcept {
  if (is_changed) ::tcsetattr(STDIN_FILENO, TCSANOW, &before);
  is_changed = false;
}

std::optional<char> Keyboard::key() {
  char key = 0;
  if (::read(STDIN_FILENO, &key, 1) == 1) return key;
  is_open_ = false;
  return std::nullopt;
}

}  // namespace warpgrade::app
