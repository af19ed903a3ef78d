// Recognises threads that spin: a thread reads the same few addresses, by volatile or atomic accesses, and
// finds the same values. Such a thread lets the others run first. When no other thread can change anything,
// that is a livelock.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grid/grid.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

/// Call it at each volatile read and atomic access, after its address was found right. True if other threads
/// have run.
bool watch_for_spinning(std::uintptr_t address, std::size_t size, const void* return_address);
bool watch_for_spinning(std::uintptr_t address, std::size_t size, Site site);

/// Before a volatile access or an atomic operation of user code: other threads may run first.
void let_others_run(bool reads);

/// Before an atomic update of user code, see Scheduler::take_turns.
void take_turns(std::uintptr_t address);

/// Would the thread read the same value here as at its last volatile or atomic access of this address?
bool finds_the_same(const Thread& thread, std::uintptr_t address, std::size_t size);

}  // namespace wgsim::core
