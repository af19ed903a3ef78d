// Arrays that a stream fills before a function is called with it (fill_by_stream() of wgsim/simulator.hpp).
// In a late order the stream has not filled the array yet when the function begins. So work in another stream
// that does not wait for the stream of the call comes too early, which is found here.
#pragma once

#include <cstdint>

#include "report/findings.hpp"

namespace wgsim::core {

/// Call it when unwritten bytes are read (`access`: the facts of who and which): reports it if a stream has
/// yet to fill them.
bool found_awaited(std::uintptr_t address, const Facts& access, const Where& where);
void forget_awaited_arrays();

}  // namespace wgsim::core
