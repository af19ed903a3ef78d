#include "runner/watchdog.hpp"

#include <cstddef>
#include <memory>
#include <signal.h>
#include <sys/time.h>

namespace warpgrade::runner {
namespace {

constexpr std::size_t stack_bytes = std::size_t(1) << 20;  // symbol look-up takes much

void (*timeout_handler)() = nullptr;

void on_alarm(int) { timeout_handler(); }

void set_alarm(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = time_t(seconds);
  timer.it_value.tv_usec = suseconds_t((seconds - double(time_t(seconds))) * 1e6);
  setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

Watchdog::Watchdog(double seconds, void (*on_timeout)()) {
  static const std::unique_ptr<char[]> stack = [] {
    auto memory = std::make_unique<char[]>(stack_bytes);
    stack_t alternate{};
    alternate.ss_sp = memory.get();
    alternate.ss_size = stack_bytes;
    sigaltstack(&alternate, nullptr);
    return memory;
  }();
  timeout_handler = on_timeout;
  // Anew for each call: the submission may have changed it.
  struct sigaction action {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGALRM, &action, nullptr);
  set_alarm(seconds);
}

Watchdog::~Watchdog() { set_alarm(0); }

}  // namespace warpgrade::runner
