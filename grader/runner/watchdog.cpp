// Two timers with their signals, set up anew for each call.
#include "runner/watchdog.hpp"

#include <signal.h>
#include <sys/time.h>

#include "protocol/runner_messages.hpp"
#include "runner/alternate_stack.hpp"

namespace warpgrade::runner {
namespace {

void (*timeout_handler)() = nullptr;

void on_alarm(int) { timeout_handler(); }

void set_timer(int which, double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = time_t(seconds);
  timer.it_value.tv_usec = suseconds_t((seconds - double(time_t(seconds))) * 1e6);
  setitimer(which, &timer, nullptr);
}

}  // namespace

Watchdog::Watchdog(double seconds, void (*on_timeout)()) {
  timeout_handler = on_timeout;
  use_alternate_stack();
  // Anew for each call: the submission may have changed it.
  struct sigaction action {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGPROF, &action, nullptr);
  sigaction(SIGALRM, &action, nullptr);
  set_timer(ITIMER_PROF, seconds);
  set_timer(ITIMER_REAL, protocol::kClockLimitFactor * seconds);
}

Watchdog::~Watchdog() {
  set_timer(ITIMER_PROF, 0);
  set_timer(ITIMER_REAL, 0);
}

}  // namespace warpgrade::runner
