// Bytes that count as unwritten until somebody has waited for what writes them. Who reads them is found on
// the slow path of the check, and is told what to wait for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "report/findings.hpp"

namespace wgsim::core {

// Copies to shared memory that go on in the background (cp.async). The headers copy at once, with plain loads
// and stores, so addresses and races are checked as for any other access. But until the thread that asked has
// waited, the bytes count as unwritten.

/// Call it when unwritten bytes of shared memory are read: reports it if a copy is still writing there.
bool found_copy_under_way(std::uintptr_t address, std::size_t size, const Where& where);

// Arrays that a stream fills before a function is called with it (fill_by_stream() of wgsim/simulator.hpp).
// In a late order the stream has not filled the array yet when the function begins. So work in another stream
// that does not wait for the stream of the call comes too early, which is found here.

/// Call it when unwritten bytes are read (`access`: the facts of who and which): reports it if a stream has
/// yet to fill them.
bool found_awaited(std::uintptr_t address, const Facts& access, const Where& where);
void forget_awaited_arrays();

}  // namespace wgsim::core
