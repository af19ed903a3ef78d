// Copies to shared memory that go on in the background (cp.async). The headers copy at once, with plain loads
// and stores, so addresses and races are checked as for any other access. But until the thread that asked has
// waited, the bytes count as unwritten: who reads them is found on the slow path of the check, and is told
// of the copy.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grid/grid.hpp"
#include "report/findings.hpp"

namespace wgsim::core {

/// Call it when unwritten bytes of shared memory are read: reports it if a copy is still writing there.
bool found_copy_under_way(std::uintptr_t address, std::size_t size, const Where& where);

}  // namespace wgsim::core
