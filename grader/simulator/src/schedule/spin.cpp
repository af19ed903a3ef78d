#include "schedule/spin.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"

namespace wgsim {

namespace core {

namespace {

// A thread that found nothing new this often in a row yields. A thread that keeps finding new values (a
// histogram by atomicAdd) makes progress, and yields only now and then, to be fair to the others.
constexpr unsigned kUnchangedBeforeYield = 16;
constexpr unsigned kAccessesBeforeYield = 4096;

SpinWatch::Seen look(std::uintptr_t address, std::size_t size) {
  SpinWatch::Seen now{address, 0};
  std::memcpy(&now.value, reinterpret_cast<const void*>(address),
              std::min<std::size_t>(size, sizeof now.value));
  return now;
}

std::size_t place_of(std::uintptr_t address) { return address / 4 % std::size(SpinWatch().seen); }

/// True if the thread found the value that it found here before.
bool saw_before(SpinWatch& spin, std::uintptr_t address, std::size_t size) {
  const SpinWatch::Seen now = look(address, size);
  return std::exchange(spin.seen[place_of(address)], now) == now;
}

template <class Place>
bool watch(std::uintptr_t address, std::size_t size, Place place) {
  if (!running.user) return false;
  const InLibrary in_library;
  SpinWatch& spin = running.thread->spin;
  ++spin.accesses;
  spin.unchanged = saw_before(spin, address, size) ? spin.unchanged + 1 : 0;
  if (spin.unchanged >= kUnchangedBeforeYield) {
    if (simulation.scheduler->spun_in_vain()) end_livelock(Where(place));
  } else if (spin.accesses < kAccessesBeforeYield) {
    return false;
  }
  simulation.scheduler->yield();
  return true;
}

}  // namespace

bool watch_for_spinning(std::uintptr_t address, std::size_t size, const void* return_address) {
  return watch(address, size, return_address);
}

bool watch_for_spinning(std::uintptr_t address, std::size_t size, Site site) {
  return watch(address, size, site);
}

bool finds_the_same(const Thread& thread, std::uintptr_t address, std::size_t size) {
  const SpinWatch::Seen& before = thread.spin.seen[place_of(address)];
  return before.address == address && before == look(address, size);  // so the address is right
}

void take_turns(std::uintptr_t address) {
  if (!running.user) return;
  const InLibrary in_library;
  simulation.scheduler->take_turns(address);
}

void let_others_run(bool reads) {
  if (!running.user) return;
  const InLibrary in_library;
  simulation.scheduler->perhaps_yield(reads);
}

}  // namespace core

void nanosleep_hint() {
  const core::InLibrary in_library;
  if (core::running.thread == nullptr) return;
  // A thread that sleeps between its reads spins no less.
  const core::SpinWatch spin = core::running.thread->spin;
  core::simulation.scheduler->yield();
  core::running.thread->spin = spin;
}

}  // namespace wgsim
