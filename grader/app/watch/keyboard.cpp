// A terminal keeps its settings when the program that changed them is killed. So a second process waits for
// our end, and then restores them, unless somebody has set others by then: we ourselves, or the shell for its
// prompt.
#include "app/watch/keyboard.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include "system/orphans.hpp"

namespace warpgrade::app {
namespace {

termios before, ours;
volatile bool is_changed = false;

bool is_as_we_set_it() {
  termios now;
  return ::tcgetattr(STDIN_FILENO, &now) == 0 && now.c_lflag == ours.c_lflag && now.c_iflag == ours.c_iflag &&
         now.c_oflag == ours.c_oflag && std::memcmp(now.c_cc, ours.c_cc, sizeof now.c_cc) == 0;
}

[[noreturn]] void restore_when_closed(int pipe) {
  ::setsid();  // Ctrl-C is not for this process; and a terminal that is not its own never stops it
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  char none = 0;
  while (::read(pipe, &none, 1) < 0 && errno == EINTR) {
  }
  if (is_as_we_set_it()) ::tcsetattr(STDIN_FILENO, TCSANOW, &before);
  ::_exit(0);
}

}  // namespace

Keyboard::Keyboard() {
  if (::tcgetattr(STDIN_FILENO, &before) != 0) return;  // no terminal: keys come from a pipe
  ours = before;
  ours.c_lflag &= ~tcflag_t(ICANON | ECHO);
  ours.c_cc[VSUSP] = _POSIX_VDISABLE;  // Ctrl-Z would leave the shell with this terminal
  is_changed = ::tcsetattr(STDIN_FILENO, TCSANOW, &ours) == 0;
  if (is_changed) start_guard();
}

Keyboard::~Keyboard() {
  restore();
  if (guard_ < 0) return;
  ::close(guards_pipe_);
  system::reap_child(guard_);
}

void Keyboard::start_guard() {
  int ends[2];
  if (::pipe(ends) != 0) return;
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  guard_ = system::fork_child();
  if (guard_ == 0) {
    ::close(ends[1]);
    restore_when_closed(ends[0]);
  }
  ::close(ends[0]);
  guards_pipe_ = ends[1];
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
