// The handler calls `say`, with an alarm set, and then lets the program die of the signal.
#include "runner/last_words.hpp"

#include <initializer_list>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include "runner/alternate_stack.hpp"
#include "runner/device.hpp"

namespace warpgrade::runner {
namespace {

void (*last_words)() = nullptr;
bool (*opens_page)(const void*, bool) = nullptr;
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

/// Did the access that failed write? Where the processor does not tell: yes, as far as anybody knows.
bool was_write([[maybe_unused]] const void* context) {
#if defined(__linux__) && defined(__x86_64__)
  constexpr int kWrite = 2;  // of a page fault's error code
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrite) != 0;
#else
  return true;
#endif
}

void on_crash(int number, siginfo_t* signal_information, void* context) {
  const void* const touched = number == SIGSEGV ? signal_information->si_addr : nullptr;
  if (opens_page(touched, was_write(context))) return;
  dying_of = number;
  signal(SIGALRM, on_time_up);
  alarm(1);
  last_words();
  die_of(number);
}

}  // namespace

void prepare_last_words(void (*say)(), bool (*open_page)(const void*, bool)) {
  last_words = say;
  opens_page = open_page;
  use_alternate_stack();
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(number, &action, nullptr);
}

}  // namespace warpgrade::runner
