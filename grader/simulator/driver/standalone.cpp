// Linked into programs of `warpgrade-sim run` and `link`. Sets the options of the simulator from the
// environment, and prints the findings when the program ends, like messages of a compiler; the exit code is 1
// if there are any. With --count it prints what the kernels cost.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

#include "cost_report.hpp"
#include "unchecked.hpp"
#include "wgsim/interrupted.hpp"
#include "wgsim/simulator.hpp"

namespace {

std::string index_text(const std::array<unsigned, 3>& index) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," + std::to_string(index[2]) +
         ")";
}

/// Relative to the current folder, as the file was given.
std::string short_path(const std::string& file) {
  const std::string folder = std::filesystem::current_path().string() + "/";
  return file.starts_with(folder) ? file.substr(folder.size()) : file;
}

std::string place_text(const wgsim::Place& place) {
  if (place.file.empty()) return "(unknown place)";
  return short_path(place.file) + (place.line > 0 ? ":" + std::to_string(place.line) : "");
}

/// "in kernel k, block (0,0,0), thread (25,0,0)"; empty for host code
std::string thread_text(const wgsim::Place& place) {
  if (place.kernel.empty()) return {};
  std::string text = "in kernel " + place.kernel;
  if (place.called_at > 0) text += " (called at line " + std::to_string(place.called_at) + ")";
  if (place.block) text += ", block " + index_text(*place.block);
  if (place.thread) text += ", thread " + index_text(*place.thread);
  return text;
}

void print_place(const wgsim::Place& place, const char* what, const std::string& message) {
  std::fprintf(stderr, "%s: %s: %s\n", place_text(place).c_str(), what, message.c_str());
  if (const std::string source = wgsim::driver::text_of_line(place.file, place.line); !source.empty())
    std::fprintf(stderr, "%5d | %s\n", place.line, source.c_str());
}

const char* kind_text(wgsim::FindingKind kind) {
  static constexpr const char* kTitles[] = {
#define X(name, title) title,
#include "wgsim/finding_kinds.def"
#undef X
  };
  return kTitles[std::size_t(kind)];
}

void print_finding(const wgsim::Finding& finding, const char* what) {
  print_place(finding.place, what, finding.message);
  const std::string thread = thread_text(finding.place);
  if (!thread.empty()) std::fprintf(stderr, "  %s\n", thread.c_str());
  if (finding.other) print_place(*finding.other, "the other place", thread_text(*finding.other));
  if (!finding.remedy.empty()) std::fprintf(stderr, "  %s\n", finding.remedy.c_str());
}

bool is_set(const char* variable) {
  const char* text = std::getenv(variable);
  return text != nullptr && std::strcmp(text, "1") == 0;
}

/// The places of warnings that an earlier run of the same program has told, and those that this one tells, in
/// the file that WGSIM_TOLD names. (What is no warning ends the runs, by its exit code.)
void leave_out_what_was_told(std::vector<wgsim::Finding>& findings) {
  const char* const path = std::getenv("WGSIM_TOLD");
  if (path == nullptr) return;
  std::set<std::string> told;
  std::ifstream earlier(path);
  for (std::string place; std::getline(earlier, place);) told.insert(place);
  std::erase_if(findings, [&](const wgsim::Finding& finding) {
    return wgsim::is_warning(finding.kind) && told.contains(place_text(finding.place));
  });
  std::ofstream file(path, std::ios::app);
  for (const wgsim::Finding& finding : findings)
    if (wgsim::is_warning(finding.kind)) file << place_text(finding.place) << "\n";
}

/// And the line about what was not checked. Returns whether there is anything that makes the program fail.
bool print_findings() {
  std::vector<wgsim::Finding> findings = wgsim::take_findings();
  const char* const kinds = std::getenv("WGSIM_FORGIVE");
  const std::string forgiven = wgsim::driver::take_forgiven(findings, kinds != nullptr ? kinds : "");
  leave_out_what_was_told(findings);
  bool found = false;
  for (const wgsim::Finding& finding : findings) {
    print_finding(finding, kind_text(finding.kind));
    found |= !wgsim::is_warning(finding.kind);
  }
  const std::string unchecked = wgsim::driver::unchecked_line(forgiven);
  if (unchecked.empty()) return found;
  std::fprintf(stderr, "%s\n", unchecked.c_str());
  return found || is_set("WGSIM_STRICT");
}

/// A table for people, or all counters into a file for scripts.
void write_costs() {
  const wgsim::Costs costs = wgsim::take_costs();
  const char* file = std::getenv("WGSIM_COUNT_JSON");
  if (file == nullptr || *file == 0)
    std::fputs(wgsim::driver::cost_table(costs).c_str(), stderr);
  else if (!(std::ofstream(file) << wgsim::driver::cost_json(costs)))
    std::fprintf(stderr, "warpgrade-sim: cannot write %s\n", file);
}

void at_end() {
  std::fflush(stdout);
  const bool found = print_findings();
  if (wgsim::options().count) write_costs();
  if (!found) return;
  std::fflush(nullptr);
  _exit(1);
}

constexpr std::array kCrashes = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
constexpr std::array kInterrupts = {SIGINT, SIGTERM};
constexpr unsigned kMostSecondsForReport = 30;

/// A report allocates memory, which is no good idea in the middle of malloc. Then the signal comes again in a
/// millisecond, as SIGALRM. (A program that sleeps or reads is in the C library for long: it is not asked
/// again forever.)
bool comes_again(void* context) {
  static int times = 0;
  if (!wgsim::interrupted_in_c_library(context) || ++times > 50) return false;
  const itimerval in_a_millisecond = {{0, 0}, {0, 1000}};
  return setitimer(ITIMER_REAL, &in_a_millisecond, nullptr) == 0;
}

/// After a crash the program is lost: prints the findings so far, and where it is. After Ctrl-C, or the
/// SIGTERM of `timeout` and of CI, that is where it hangs. Whoever sends one signal often sends a second: the
/// report goes on. If it can't come to its end, SIGALRM ends it.
void at_signal(int signal, siginfo_t*, void* context) {
  static int interrupt = 0;
  const bool crashed = std::ranges::find(kCrashes, signal) != kCrashes.end();
  if (!crashed) {
    if (signal != SIGALRM || interrupt == 0) interrupt = signal;
    if (comes_again(context)) return;
  }
  for (const int ignored : kInterrupts) std::signal(ignored, SIG_IGN);
  for (const int ends : kCrashes) std::signal(ends, SIG_DFL);
  std::signal(SIGALRM, SIG_DFL);
  alarm(kMostSecondsForReport);
  // First, since all that comes after it is no code of the kernel.
  const wgsim::Finding here =
      crashed ? wgsim::where_it_crashed(signal, context) : wgsim::where_is_it_now(context);
  std::fflush(stdout);
  print_findings();
  print_finding(here, crashed ? "crash" : "interrupted");
  std::fflush(stderr);
  std::signal(crashed ? signal : interrupt, SIG_DFL);
  std::raise(crashed ? signal : interrupt);
}

/// The handlers run on a stack of their own, since the stack of the program may have overflowed.
void install_signal_handlers() {
  static char stack[256 * 1024];
  stack_t own = {};
  own.ss_sp = stack;
  own.ss_size = sizeof stack;
  sigaltstack(&own, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = at_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  for (const int interrupt : kInterrupts) sigaddset(&action.sa_mask, interrupt);  // the second of two
  for (const int signal : kCrashes) sigaction(signal, &action, nullptr);
  for (const int signal : kInterrupts) sigaction(signal, &action, nullptr);
  if (struct sigaction before; sigaction(SIGALRM, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
    sigaction(SIGALRM, &action, nullptr);
}

void set_order(wgsim::Options& options, const std::string& order) {
  options.order = order == "forward"   ? wgsim::Order::forward
                  : order == "reverse" ? wgsim::Order::reverse
                                       : wgsim::Order::random;
  if (options.order == wgsim::Order::random) options.order_seed = std::strtoull(order.c_str(), nullptr, 10);
  options.stream_order = wgsim::stream_order_of(options.order, options.order_seed);
}

/// The linker places this object last, so the handler is registered last and runs before anything is
/// destroyed.
const bool installed = [] {
  wgsim::Options options = wgsim::options();
  options.several_host_threads = true;
  if (const char* check = std::getenv("WGSIM_CHECK")) options.check = std::strcmp(check, "0") != 0;
  if (const char* count = std::getenv("WGSIM_COUNT")) options.count = std::strcmp(count, "1") == 0;
  if (const char* order = std::getenv("WGSIM_ORDER")) set_order(options, order);
  wgsim::set_options(options);
  wgsim::take_findings();  // its static objects must exist before at_end is registered, to be destroyed after
                           // it
  wgsim::take_costs();
  std::atexit(at_end);
  install_signal_handlers();
  return true;
}();

}  // namespace
