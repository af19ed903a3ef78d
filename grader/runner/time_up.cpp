#include "runner/time_up.hpp"

#include <signal.h>

#include "runner/alternate_stack.hpp"
#include "runner/device.hpp"

namespace warpgrade::runner {
namespace {

void (*time_up_handler)() = nullptr;

void on_alarm(int) { time_up_handler(); }

}  // namespace

TimeUp::TimeUp(void (*on_time_up)()) {
  time_up_handler = on_time_up;
  use_alternate_stack();
  // Anew for each call: the submission may have changed it.
  struct sigaction action {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGALRM, &action, nullptr);
}

TimeUp::~TimeUp() { signal(SIGALRM, SIG_IGN); }

}  // namespace warpgrade::runner
