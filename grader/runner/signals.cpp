#include "runner/signals.hpp"

#include <cstddef>
#include <initializer_list>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

namespace warpgrade::runner {
namespace {

/// Handlers installed with SA_ONSTACK run on a stack of their own from now on: the interrupted code may run
/// on a fiber's small stack, or have used up its own.
void use_alternate_stack() {
  constexpr std::size_t bytes = std::size_t(1) << 20;  // looking up a place in the source takes much
  alignas(std::max_align_t) static std::byte memory[bytes];
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = bytes;
  sigaltstack(&stack, nullptr);
}

// ---- The time is over --------------------------------------------------------------------------------

void (*time_up_handler)() = nullptr;
bool (*is_good_moment)(const void*) = nullptr;
int patience = 0;  ///< so often it waits for a better moment, a millisecond each time

void on_alarm(int, siginfo_t*, void* context) {
  if (patience-- > 0 && !is_good_moment(context)) {
    const itimerval soon{{0, 0}, {0, 1000}};
    setitimer(ITIMER_REAL, &soon, nullptr);
  } else {
    time_up_handler();
  }
}

// ---- A crash -----------------------------------------------------------------------------------------

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

void on_end_of_last_words(int) { die_of(dying_of); }

/// Did the access that failed write? Where the processor does not tell: yes, as far as anybody knows.
bool was_write([[maybe_unused]] const void* context) {
#if defined(__linux__) && defined(__x86_64__)
  constexpr int kWrite = 2;  // of a page fault's error code
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrite) != 0;
#else
  return true;
#endif
}

/// Calls `last_words`, with an alarm set, and then lets the program die of the signal.
void on_crash(int number, siginfo_t* signal_information, void* context) {
  const void* const touched = number == SIGSEGV ? signal_information->si_addr : nullptr;
  if (opens_page(touched, was_write(context))) return;
  dying_of = number;
  signal(SIGALRM, on_end_of_last_words);
  alarm(1);
  last_words();
  die_of(number);
}

}  // namespace

TimeUp::TimeUp(void (*on_time_up)(), bool (*is_good)(const void*)) {
  time_up_handler = on_time_up;
  is_good_moment = is_good;
  patience = 100;
  use_alternate_stack();
  // Anew for each call: the submission may have changed it.
  struct sigaction action {};
  action.sa_sigaction = on_alarm;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  sigaction(SIGALRM, &action, nullptr);
}

TimeUp::~TimeUp() { signal(SIGALRM, SIG_IGN); }

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
