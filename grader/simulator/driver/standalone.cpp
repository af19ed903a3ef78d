// Linked into programs of `warpgrade-sim run`: sets the simulator's options from the environment, and prints
// the findings when the program ends, like compiler messages. Exit code 1 if there are any.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

#include "wgsim/simulator.hpp"

namespace {

std::string index_text(const std::array<unsigned, 3>& index) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," + std::to_string(index[2]) +
         ")";
}

std::string place_text(const wgsim::SourcePlace& place) {
  if (place.file.empty()) return "(unknown place)";
  return place.file + (place.line > 0 ? ":" + std::to_string(place.line) : "");
}

std::string thread_text(const wgsim::SourcePlace& place) {
  std::string text;
  if (!place.kernel.empty()) text += " in kernel " + place.kernel;
  if (place.block) text += ", block " + index_text(*place.block);
  if (place.thread) text += ", thread " + index_text(*place.thread);
  return text;
}

const char* kind_text(wgsim::FindingKind kind) {
  using wgsim::FindingKind;
  switch (kind) {
    case FindingKind::out_of_bounds: return "out of bounds";
    case FindingKind::misaligned: return "misaligned access";
    case FindingKind::uninitialized_read: return "uninitialized read";
    case FindingKind::race: return "race";
    case FindingKind::barrier_divergence: return "barrier divergence";
    case FindingKind::deadlock: return "deadlock";
    case FindingKind::livelock: return "livelock";
    case FindingKind::host_device_mixup: return "host/device mix-up";
    case FindingKind::launch_refused: return "launch refused";
    case FindingKind::assertion: return "assertion failed";
    case FindingKind::api_misuse: return "API misuse";
    case FindingKind::unsupported: return "unsupported";
    case FindingKind::timeout: return "timeout";
  }
  return "finding";
}

/// Returns whether there were any.
bool print_findings() {
  const auto findings = wgsim::take_findings();
  for (const wgsim::Finding& finding : findings) {
    std::fprintf(stderr, "%s: %s: %s%s\n", place_text(finding.place).c_str(), kind_text(finding.kind),
                 finding.message.c_str(), thread_text(finding.place).c_str());
    if (finding.other) {
      std::fprintf(stderr, "%s: note: the other party%s\n", place_text(*finding.other).c_str(),
                   thread_text(*finding.other).c_str());
    }
    if (!finding.remedy.empty()) std::fprintf(stderr, "  %s\n", finding.remedy.c_str());
  }
  return !findings.empty();
}

void at_end() {
  std::fflush(stdout);
  if (!print_findings()) return;
  std::fflush(nullptr);
  _exit(1);
}

/// The program is lost; what was found before says why, more often than not.
void at_crash(int signal) {
  std::fflush(stdout);
  std::signal(signal, SIG_DFL);
  print_findings();
  std::fflush(stderr);
  std::raise(signal);
}

/// The linker places this object last, so the handler is registered last and runs before anything is
/// destroyed.
const bool installed = [] {
  wgsim::Options options = wgsim::options();
  if (const char* check = std::getenv("WGSIM_CHECK")) options.check = std::strcmp(check, "0") != 0;
  wgsim::set_options(options);
  std::atexit(at_end);
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT}) std::signal(signal, at_crash);
  return true;
}();

}  // namespace
