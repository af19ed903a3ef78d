// The functions of wgsim/simulator.hpp: options, a fresh start, and "where is it now". Also the ends that a
// kernel brings about itself: assert, trap, and what can't be simulated.
#include "wgsim/simulator.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <unwind.h>
#include <vector>

#include "check/awaited.hpp"
#include "count/count.hpp"
#include "count/tally.hpp"
#include "memory/allocations.hpp"
#include "program/device_variables.hpp"
#include "program/symbols.hpp"
#include "race/happens_before.hpp"
#include "record/recorder.hpp"
#include "report/errors.hpp"
#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/residency.hpp"
#include "schedule/scheduler.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"
#include "wgsim/interrupted.hpp"

namespace wgsim {

using namespace core;

namespace {

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

ListenerList core::all_listeners() { return {{&recorder(), &counters(), &tally(), &race_detector()}, 4}; }

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
    report(Problem::leaked_memory, {{"bytes", leak->bytes}}, leak->made);
}

Finding where_is_it_now(const void* signal_context) {
  unlock_device_memory();
  running.user = false;                 // and it stays so: the code of the handler is not the kernel's
  constexpr std::uint64_t many = 1000;  // with so many launches no single one took the time
  if (simulation.host_work.launches >= many) {
    Finding finding = finding_of(Problem::many_launches, {{"launches", simulation.host_work.launches}});
    finding.place = place_of(simulation.last_launch, nullptr);
    return finding;
  }
  const SourceLine line = innermost_place(signal_context);
  const Facts facts = {{"finished", simulation.scheduler->blocks_finished()},
                       {"blocks", simulation.scheduler->block_count()},
                       {"unstarted", simulation.scheduler->blocks_not_started()}};
  const bool none_finished =
      simulation.scheduler->blocks_finished() == 0 && simulation.scheduler->blocks_not_started() > 0;
  Finding finding = finding_of(running.thread == nullptr ? Problem::host_still_runs
                               : none_finished           ? Problem::kernel_still_runs_before_blocks
                                                         : Problem::kernel_still_runs,
                               facts);
  finding.place = place_of(Site{nullptr, 0}, running.thread);
  finding.place.file = line.file;
  finding.place.line = line.line;
  return finding;
}

Finding where_it_crashed(int signal, const void* signal_context) {
  Finding finding = where_is_it_now(signal_context);
  finding.message = words(Phrase::crashed, {{"signal", strsignal(signal)}});
  finding.remedy = finding.place.kernel.empty() ? "" : words(Phrase::look_for_recursion);
  return finding;
}

void assertion_failed(const char* expression, const char* function, Site site) {
  const InLibrary in_library;
  if (running.thread != nullptr)
    end_kernel(Problem::assertion_failed, {{"expression", expression}, {"function", function}}, site,
               cudaErrorAssert);
  std::fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", site.file, site.line, function, expression);
  std::abort();
}

void trap(Site site) {
  if (running.thread != nullptr) end_kernel(Problem::trap_executed, {}, site, cudaErrorLaunchFailure);
  std::abort();
}

void not_checked(const char* what) {
  const InLibrary in_library;
  std::vector<std::string>& all = simulation.not_checked;
  if (std::find(all.begin(), all.end(), what) == all.end()) all.emplace_back(what);
}

const std::vector<std::string>& told_as_not_checked() { return simulation.not_checked; }

void outside_local_array(const char* name, long long index, std::size_t elements, Site site) {
  if (!running.user || !running.check) return;
  const InLibrary in_library;
  const Facts facts = {{"name", name}, {"index", index}, {"elements", elements}};
  end_kernel(Problem::outside_local_array,
             {{"memory", words(Phrase::element, facts) + words(Phrase::outside_array, facts)}}, site,
             cudaErrorIllegalAddress);
}

void unsupported(const char* what, const char* why, Site site) {
  const InLibrary in_library;
  const Facts facts = {{"what", what}, {"why", why}};
  if (running.thread != nullptr) end_kernel(Problem::not_simulated, facts, site, cudaErrorNotSupported);
  report(Problem::not_simulated, facts, site);
  throw std::runtime_error(short_place(site) + ": " + finding_of(Problem::not_simulated, facts).message);
}

}  // namespace wgsim
