// The handler calls `say`, with an alarm set, and then lets the program die of the signal.
#include "runner/last_words.hpp"

#include <signal.h>
#include <unistd.h>

#include "runner/alternate_stack.hpp"

namespace warpgrade::runner {
namespace {

void (*last_words)() = nullptr;
volatile sig_atomic_t dying_of = 0;

/// Lets the signal take its usual course.
void die_of(int number) {
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, nullptr);
  kill(getpid(), number);
}

void on_time_up(int) { die_of(dying_of); }

void on_crash(int number) {
  dying_of = number;
  signal(SIGALRM, on_time_up);
  alarm(1);
  last_words();
  die_of(number);
}

}  // namespace

void prepare_last_words(void (*say)()) {
  last_words = say;
  use_alternate_stack();
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(number, &action, nullptr);
}

}  // namespace warpgrade::runner
