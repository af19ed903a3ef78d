// One table of signals: name, meaning, remedy.
#include "judge/run/crash.hpp"

#include <array>
#include <signal.h>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

struct SignalInWords {
  int number;
  const char* name;
  const char* meaning;  ///< {}: "host code" or "the kernel"
  const char* remedy;
};

constexpr std::array signals = {
    SignalInWords{SIGSEGV, "SIGSEGV, segmentation fault", "{} touched memory that is not its own",
                  "Look for a device pointer that host code dereferences, an index that is too large, or a "
                  "recursion without end."},
    SignalInWords{SIGBUS, "SIGBUS, bus error", "{} touched memory that is not there",
                  "Look for a device pointer that host code dereferences or an index that is too large."},
    SignalInWords{SIGABRT, "SIGABRT, abort", "it gave itself up",
                  "A failed assert(), a call of abort(), an exception that nobody caught, or a heap that "
                  "host code has damaged: what it printed last usually says which."},
    SignalInWords{SIGFPE, "SIGFPE, arithmetic error", "{} divided an integer by zero",
                  "Look at the divisions of the launcher: what are the values for n = 0?"},
    SignalInWords{SIGILL, "SIGILL, illegal instruction", "it ran into code that should not be reached",
                  "Look for a function that returns a value and ends without a return statement."},
    SignalInWords{SIGTRAP, "SIGTRAP, trap", "it ran into a trap",
                  "Look for __builtin_trap() or for a function that ends without a return statement."},
    SignalInWords{SIGXFSZ, "SIGXFSZ", "it wrote a file that is too large",
                  "A task has no need to write files."},
    SignalInWords{SIGKILL, "SIGKILL", "the system stopped it, as it does when memory runs out",
                  "Check how much memory host code allocates, and whether it is freed."},
};

Finding crash(std::string message, std::string remedy) {
  return make_finding(Verdict::crash, std::move(message), std::move(remedy));
}

}  // namespace

Finding explain_crash(const system::ExitStatus& status, const std::string& while_doing,
                      const std::optional<Place>& place) {
  if (status.signal == 0)
    return crash(fmt::format("The program ended (exit code {}) {}.", status.code, while_doing),
                 "A task must return to its caller: don't call exit(), quick_exit() or _exit().");
  Finding finding = crash(fmt::format("The program was ended by signal {} {}.", status.signal, while_doing),
                          "Something in the submission sends signals: a task must not.");
  for (const SignalInWords& known : signals) {
    if (known.number != status.signal) continue;
    const char* who = place && !place->kernel.empty() ? "the kernel" : "host code";
    const std::string meaning = fmt::format(fmt::runtime(known.meaning), who);
    finding =
        crash(fmt::format("The program died {} ({}): {}.", while_doing, known.name, meaning), known.remedy);
  }
  if (place) finding.place = *place;
  // The simulator knows the place, and checks each access of a kernel before it happens.
  if (place && !place->kernel.empty() && status.signal == SIGSEGV)
    finding.remedy =
        "A recursion that does not end is the likeliest reason: look at what ends it, and whether this "
        "thread "
        "comes there. A GPU's stack is small: a loop is the better way.";
  return finding;
}

Finding explain_broken_protocol(const std::string& what) {
  return crash(
      fmt::format("The program and the grader no longer understand each other: {}.", what),
      "A submission must leave the file descriptors that it did not open alone; host code that writes "
      "past an array can have the same effect.");
}

Finding explain_machine_fault(std::string message) {
  return make_finding(Verdict::grader_error, std::move(message),
                      "Run './grade doctor' to see what is missing.");
}

}  // namespace warpgrade::judge
