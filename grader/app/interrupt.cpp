#include "app/interrupt.hpp"

#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <signal.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace warpgrade::app {
namespace {

const char* last_word = "";
void (*first_deed)() = nullptr;

void write_word(const char* text) { (void)!::write(STDERR_FILENO, text, std::strlen(text)); }

// Only what is safe in a signal handler: no allocation, no locks.
void end_now(int signal) {
  if (first_deed != nullptr) first_deed();
  if (::isatty(STDERR_FILENO)) write_word("\r\033[K");
  write_word("grade: ");
  write_word(last_word);
  write_word("\n");
  ::_exit(128 + signal);
}

int telling[2] = {-1, -1};  // a pipe: the signal's number wakes the thread that tells
volatile sig_atomic_t was_interrupted = 0;

void wake_the_teller(int signal) {
  const auto number = static_cast<unsigned char>(signal);
  if (was_interrupted || ::write(telling[1], &number, 1) != 1) ::_exit(128 + signal);
  was_interrupted = 1;
}

void handle_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

}  // namespace

void tell_what_is_finished_when_interrupted(std::function<void()> tell) {
  if (::pipe2(telling, O_CLOEXEC) != 0) return end_cleanly_when_interrupted();
  std::thread([tell = std::move(tell)] {
    unsigned char signal = 0;
    while (::read(telling[0], &signal, 1) != 1) {
    }
    tell();
    ::_exit(128 + signal);
  }).detach();
  handle_signals(wake_the_teller);
}

void end_cleanly_when_interrupted(const char* message, void (*first)()) {
  last_word = message;
  first_deed = first;
  handle_signals(end_now);
}

}  // namespace warpgrade::app
