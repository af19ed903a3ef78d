#include "schedule/host_code.hpp"

#include <cstdio>
#include <unistd.h>
#include <utility>

#include "memory/managed.hpp"
#include "report/findings.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

#ifdef __linux__
extern "C" void* __libc_stack_end;  // of the loader: where the program's stack begins
#endif

namespace wgsim::core {
namespace {

void let_run(Side side) {
  if (std::exchange(simulation.side, side) != side) set_allocations(side == Side::host);
}

void require_one_host_thread(Site site) {
  const void* none = nullptr;  // (the address of a thread's variable tells threads apart)
  if (simulation.options.several_host_threads ||
      simulation.host_thread.compare_exchange_strong(none, &this_host_thread) || none == &this_host_thread)
    return;
  // Nothing that the simulator knows can be used here: the other thread may be in the middle of it.
  const Finding finding = finding_of(Problem::several_host_threads, {});
  std::fprintf(stderr, "%s: unsupported: %s\n  %s\n", short_place(site).c_str(), finding.message.c_str(),
               finding.remedy.c_str());
  _exit(1);
}

}  // namespace

DeviceLock::DeviceLock(Site site) {
  require_one_host_thread(site);
  if (this_host_thread.locks++ != 0) return;
  simulation.device_lock.lock();
  if (this_host_thread.number == 0) this_host_thread.number = ++simulation.host_threads;
  const std::uint64_t before = std::exchange(simulation.last_host_thread, this_host_thread.number);
  if (before != 0 && before != this_host_thread.number) running = simulation.left_running;
}

DeviceLock::~DeviceLock() {
  if (--this_host_thread.locks != 0) return;
  simulation.left_running = running;
  simulation.device_lock.unlock();
}

bool locks_device_memory() { return simulation.locks_device_memory; }

Turn::Turn(Side side) : before_(simulation.side) {
  if (locks_device_memory()) let_run(side);
}

Turn::~Turn() {
  if (locks_device_memory()) let_run(before_);
}

}  // namespace wgsim::core

namespace wgsim {

using namespace core;

void lock_device_memory(const void* callers_stack) {
#ifdef __linux__
  if (callers_stack != nullptr) {
    simulation.callers_stack_begin = reinterpret_cast<std::uintptr_t>(callers_stack);
    simulation.callers_stack_end = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
  }
#endif
  simulation.locks_device_memory = true;
  let_run(Side::host);
}

void unlock_device_memory() {
  let_run(Side::simulator);
  simulation.locks_device_memory = false;
  simulation.callers_stack_begin = simulation.callers_stack_end = 0;
}

bool open_managed_page(const void* address, bool writes) {
  if (simulation.side == Side::host && open_managed(address, writes)) return true;
  unlock_device_memory();
  return false;
}

}  // namespace wgsim
