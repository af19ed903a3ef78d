// Threads that spin: reading the same few addresses, by volatile or atomic accesses, and finding the same
// values. They give way to others; when nobody else can change anything, that is a livelock.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wgsim/abi.h"

namespace wgsim::core {

/// Called at each volatile read and atomic access, after its address was found right.
void watch_for_spinning(std::uintptr_t address, std::size_t size, const void* return_address);
void watch_for_spinning(std::uintptr_t address, std::size_t size, Site site);

}  // namespace wgsim::core
