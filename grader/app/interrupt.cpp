#include "app/interrupt.hpp"

#include <initializer_list>
#include <signal.h>
#include <unistd.h>

namespace warpgrade::app {
namespace {

// Only what is safe in a signal handler: no allocation, no locks.
void end_now(int signal) {
  constexpr char message[] = "\r\033[Kgrade: interrupted; no report was written.\n";
  constexpr char plain[] = "grade: interrupted; no report was written.\n";
  if (::isatty(STDERR_FILENO))
    (void)!::write(STDERR_FILENO, message, sizeof message - 1);
  else
    (void)!::write(STDERR_FILENO, plain, sizeof plain - 1);
  ::_exit(128 + signal);
}

}  // namespace

void end_cleanly_when_interrupted() {
  struct sigaction action = {};
  action.sa_handler = end_now;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

}  // namespace warpgrade::app
