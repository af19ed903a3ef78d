#include "app/interrupt.hpp"

#include <cstring>
#include <initializer_list>
#include <signal.h>
#include <unistd.h>

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

}  // namespace

void end_cleanly_when_interrupted(const char* message, void (*first)()) {
  last_word = message;
  first_deed = first;
  struct sigaction action = {};
  action.sa_handler = end_now;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

}  // namespace warpgrade::app
