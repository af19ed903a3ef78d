// The functions of wgsim/simulator.hpp: options, a fresh start, and "where is it now". Also the ends that a
// kernel brings about itself: assert, trap, and what can't be simulated.
#include "wgsim/simulator.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <ucontext.h>
#include <unwind.h>
#include <vector>

#include "check/awaited_arrays.hpp"
#include "count/count.hpp"
#include "memory/allocations.hpp"
#include "program/device_variables.hpp"
#include "program/symbols.hpp"
#include "race/race_listener.hpp"
#include "record/recorder.hpp"
#include "report/errors.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/launch.hpp"
#include "schedule/scheduler.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"

namespace wgsim {

using namespace core;

namespace {

const void* interrupted_at(const void* signal_context) {
  if (signal_context == nullptr) return nullptr;
  const auto& machine = static_cast<const ucontext_t*>(signal_context)->uc_mcontext;
#if defined(__linux__) && defined(__x86_64__)
  return reinterpret_cast<const void*>(machine.gregs[REG_RIP]);
#elif defined(__linux__) && defined(__aarch64__)
  return reinterpret_cast<const void*>(machine.pc);
#elif defined(__APPLE__) && defined(__aarch64__)
  return reinterpret_cast<const void*>(machine->__ss.__pc);
#elif defined(__APPLE__)
  return reinterpret_cast<const void*>(machine->__ss.__rip);
#else
  return (void)machine, nullptr;
#endif
}

struct Unwound {
  std::vector<const void*> pcs;  ///< from the interrupted instruction outwards
  const void* interrupted;       ///< as the handler was told; nullptr: unknown
};

_Unwind_Reason_Code unwind_frame(_Unwind_Context* frame, void* out) {
  auto& unwound = *static_cast<Unwound*>(out);
  int interrupted = 0;
  const auto* pc = reinterpret_cast<const char*>(_Unwind_GetIPInfo(frame, &interrupted));
  if (pc == nullptr || unwound.pcs.size() == 64) return _URC_END_OF_STACK;
  // All frames so far were those of the signal's handler.
  if (interrupted != 0 || pc == unwound.interrupted)
    unwound.pcs.assign(1, pc);
  else
    unwound.pcs.push_back(pc - 1);
  return _URC_NO_REASON;
}

/// The first frame in user code on the interrupted stack, which is a fiber's or the host's.
SourceLine innermost_place(const void* signal_context) {
  Unwound unwound{{}, interrupted_at(signal_context)};
  _Unwind_Backtrace(unwind_frame, &unwound);
  for (SourceLine& line : source_lines(unwound.pcs))
    if (line.line != 0) return std::move(line);
  return {};
}

}  // namespace

void set_options(const Options& options) {
  simulation.options = options;
  simulation.scheduler->begin_orders();
}

ListenerList core::all_listeners() { return {{&recorder(), &counters(), &race_detector()}, 3}; }

void reset_device() {
  forget_work();
  forget_awaited_arrays();
  forget_allocations();
  clear_errors();
  forget_findings();
  forget_dynamic_shared();
  restore_device_variables();
}

void report_leaks() {
  for (const Allocation* leak : new_leaks())
    report_host(FindingKind::leak,
                counted(leak->bytes, "byte") + " of device memory were allocated here and are never freed.",
                "Free them before the function returns: cudaFree, or cudaFreeAsync in the stream that used "
                "them last.",
                leak->made);
}

Finding where_is_it_now(const void* signal_context) {
  unlock_device_memory();
  running.user = false;                 // and it stays so: the code of the handler is not the kernel's
  constexpr std::uint64_t many = 1000;  // with so many launches no single one took the time
  if (simulation.host_work.launches >= many)
    return {
        FindingKind::timeout,
        "Host code had launched " + counted(simulation.host_work.launches, "kernel") +
            " when the time was up, the last one here.",
        "Look at the loop around this launch: what ends it, and can that happen? If it does end, each launch "
        "does too little.",
        place_of(simulation.last_launch, nullptr),
        {}};
  const SourceLine line = innermost_place(signal_context);
  Finding finding{FindingKind::timeout, "", "", place_of(Site{nullptr, 0}, running.thread), {}};
  finding.place.file = line.file;
  finding.place.line = line.line;
  if (running.thread == nullptr) {
    finding.message = "Host code was still running when the time was up.";
    finding.remedy = "Look for a loop that does not end, or for work that belongs in a kernel.";
    return finding;
  }
  finding.message = "The kernel was still running when the time was up: " +
                    std::to_string(simulation.scheduler->blocks_finished()) + " of " +
                    counted(simulation.scheduler->block_count(), "block") + " had finished.";
  finding.remedy = "Look for a loop that does not end for this thread, or for far too much work.";
  return finding;
}

void assertion_failed(const char* expression, const char* function, Site site) {
  const InLibrary in_library;
  if (running.thread != nullptr)
    end_kernel(FindingKind::assertion, std::string("assert(") + expression + ") failed in " + function + ".",
               "Find out why the condition does not hold for this thread.", site, cudaErrorAssert);
  std::fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", site.file, site.line, function, expression);
  std::abort();
}

void trap(Site site) {
  if (running.thread != nullptr)
    end_kernel(FindingKind::assertion, "The kernel executed __trap().", "Find out how it got there.", site,
               cudaErrorLaunchFailure);
  std::abort();
}

void unsupported(const char* what, const char* why, Site site) {
  const InLibrary in_library;
  const std::string message = std::string("Not simulated: ") + what + " (" + why + ").";
  const char* remedy = "Use something else here, or run it on a GPU.";
  if (running.thread != nullptr)
    end_kernel(FindingKind::unsupported, message, remedy, site, cudaErrorNotSupported);
  report(FindingKind::unsupported, message, remedy, site);
  throw std::runtime_error(short_place(site) + ": " + message);
}

}  // namespace wgsim
